// The same call by the official Node client as tests/bench/bench_call makes it, against the same server, in turns: node call.mjs
// BENCH_CALL: 8 pictures read, put into a body, sent; its stream parsed. Prints the medians of both.
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { execFile, fork } from 'node:child_process';
import OpenAI from 'openai';

const CALLS = 20;
const stream = ['{"choices":[{"index":0,"delta":{"content":"{\\"a\\":1}"}}]}', '{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}',
    '{"choices":[],"usage":{"prompt_tokens":1000,"completion_tokens":200}}', '[DONE]'].map((s) => `data: ${s}\n\n`).join('');

if (process.argv[2] === 'server') {
    const server = http.createServer(async (request, response) => {
        for await (const ignored of request);
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(stream);
    });
    server.listen(0, '127.0.0.1', () => process.send(server.address().port));
} else {
    const server = fork(process.argv[1], ['server']);
    const base = `http://127.0.0.1:${await new Promise((port) => server.once('message', port))}/v1`;
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pictures.'));
    const ours = () => new Promise((done, fail) => execFile(process.argv[2], [base, folder],
        (error, stdout) => error ? fail(error) : done(stdout)));
    process.stdout.write(`reins:${await ours()}`);
    const client = new OpenAI({ apiKey: 'k', baseURL: base, maxRetries: 0 });
    const wall = [], spent = [];
    for (let i = 0; i < CALLS; i++) {
        const [begun, before] = [performance.now(), process.cpuUsage()];
        const content = fs.readdirSync(folder).map((name) => ({ type: 'image_url', image_url: { url:
            `data:image/png;base64,${fs.readFileSync(path.join(folder, name)).toString('base64')}` } }));
        let text = '';
        for await (const chunk of await client.chat.completions.create({ model: 'm', stream: true,
            stream_options: { include_usage: true }, messages: [{ role: 'system', content: 'You plan.' },
                { role: 'user', content: [{ type: 'text', text: 'Now plan.' }, ...content] }] }))
            text += chunk.choices[0]?.delta?.content ?? '';
        if (text !== '{"a":1}')
            throw new Error(text);
        const used = process.cpuUsage(before);
        wall.push(performance.now() - begun);
        spent.push((used.user + used.system) / 1000);
    }
    const median = (a) => a.sort((x, y) => x - y)[a.length >> 1].toFixed(1);
    console.log(`node:   the same: ${median(wall)} ms, ${median(spent)} ms of processor time (medians of ${CALLS})`);
    process.stdout.write(`reins:${await ours()}`);
    server.kill();
    fs.rmSync(folder, { recursive: true });
}
