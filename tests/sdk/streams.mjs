// The same streams read by the official SDKs and by `reins ask`: text, tokens in (cached ones among them) and out, and whether the
// answer was cut by its length. node streams.mjs REINS STREAMS: run where the packages are installed. Each stream is sent whole, in
// pieces of 7 bytes, and a byte at a time.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { execFile } from 'node:child_process';
import OpenAI from 'openai';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';

const [reins, folder] = process.argv.slice(2);
const PIECES = [0, 7, 1];
let sending = { bytes: Buffer.alloc(0), piece: 0 };

const server = http.createServer(async (request, response) => {
    for await (const ignored of request);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.socket.setNoDelay(true);
    const { bytes, piece } = sending;
    for (let at = 0; at < bytes.length; at += piece || bytes.length) {
        response.write(bytes.subarray(at, at + (piece || bytes.length)));
        if (piece)
            await new Promise(setImmediate);
    }
    response.end();
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const base = `http://127.0.0.1:${server.address().port}`;
const ask = [{ role: 'user', content: 'q' }];

const sdk = {
    async openai() {
        const client = new OpenAI({ apiKey: 'k', baseURL: `${base}/v1`, maxRetries: 0 });
        const end = { text: '', length: false };
        for await (const chunk of await client.chat.completions.create({ model: 'm', messages: ask, stream: true,
            stream_options: { include_usage: true } })) {
            end.text += chunk.choices[0]?.delta?.content ?? '';
            end.length ||= chunk.choices[0]?.finish_reason === 'length';
            end.usage = chunk.usage ?? end.usage;
        }
        return { text: end.text, length: end.length, in: end.usage.prompt_tokens, out: end.usage.completion_tokens,
            cached: end.usage.prompt_tokens_details.cached_tokens };
    },
    async responses() {
        const client = new OpenAI({ apiKey: 'k', baseURL: `${base}/v1`, maxRetries: 0 });
        let end;
        for await (const event of client.responses.stream({ model: 'm', input: ask }))
            end = event.response ?? end; // finalResponse() does not know one that is incomplete
        return { text: end.output.flatMap((item) => item.content).map((part) => part.text).join(''), length: end.incomplete_details?.reason === 'max_output_tokens', in: end.usage.input_tokens,
            out: end.usage.output_tokens, cached: end.usage.input_tokens_details.cached_tokens };
    },
    async anthropic() {
        const client = new Anthropic({ apiKey: 'k', baseURL: base, maxRetries: 0 });
        const end = await client.messages.stream({ model: 'm', max_tokens: 99, messages: ask }).finalMessage();
        const { input_tokens, cache_read_input_tokens: read, cache_creation_input_tokens: created, output_tokens } = end.usage;
        return { text: end.content.filter((b) => b.type === 'text').map((b) => b.text).join(''), length: end.stop_reason === 'max_tokens',
            in: input_tokens + read + created, out: output_tokens, cached: read };
    },
    async gemini() {
        const client = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: base, apiVersion: 'v1beta' } });
        const end = { text: '', length: false };
        for await (const chunk of await client.models.generateContentStream({ model: 'm', contents: 'q' })) {
            end.text += chunk.text ?? '';
            end.length ||= chunk.candidates?.[0]?.finishReason === 'MAX_TOKENS';
            end.usage = chunk.usageMetadata ?? end.usage;
        }
        return { text: end.text, length: end.length, in: end.usage.promptTokenCount, cached: end.usage.cachedContentTokenCount,
            out: end.usage.candidatesTokenCount + (end.usage.thoughtsTokenCount ?? 0) };
    },
};

async function ours(kind) {
    const home = fs.mkdtempSync(path.join(process.cwd(), 'home.'));
    fs.mkdirSync(path.join(home, 'reins'));
    fs.writeFileSync(path.join(home, 'reins', 'reins.ini'),
        `[brain b]\nkind=${kind}\nurl=${base}/${kind === 'gemini' ? 'v1beta' : 'v1'}\nmodel=m\nkey=env:K\nretries=0\n`);
    const env = { ...process.env, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, K: 'k' };
    const { stdout, stderr } = await new Promise((done) => execFile(reins, ['ask', '--brain', 'b', '--json', 'q'], { env },
        (error, stdout, stderr) => done({ stdout, stderr })));
    fs.rmSync(home, { recursive: true });
    const said = JSON.parse(stdout || '{}');
    return { text: said.text, length: /cut off at the limit of tokens/.test(said.error ?? ''), in: said.tokens_in, out: said.tokens_out,
        cached: said.tokens_cached, error: said.error ?? (stdout ? undefined : stderr) };
}

let bad = 0, n = 0;
for (const file of fs.readdirSync(folder).sort()) {
    const kind = file.slice(0, file.indexOf('-')), bytes = fs.readFileSync(path.join(folder, file));
    for (const piece of PIECES) {
        sending = { bytes, piece };
        const [theirs, mine] = [await sdk[kind](), await ours(kind)];
        const names = theirs.length ? ['length'] : ['text', 'length', 'in', 'out', 'cached'];
        const differ = names.filter((name) => theirs[name] !== mine[name]);
        n++;
        bad += differ.length ? 1 : 0;
        if (differ.length)
            console.log(`${file}, ${piece || 'all'} bytes at a time: ${differ.join(', ')} differ:`, theirs, mine);
    }
}
console.log(`streams: ${n} compared, ${bad} differ`);
server.close();
process.exit(bad || n === 0 ? 1 : 0);
