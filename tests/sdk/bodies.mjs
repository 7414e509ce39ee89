// Every request body of a folder (path in the first line, JSON behind it) against the types of the official SDKs.
// node bodies.mjs FOLDER: run where the packages are installed. Writes bodies.ts there, and lets the TypeScript compiler judge it.
import fs from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';

const folder = process.argv[2];
const HEAD = `import type { OpenAI } from 'openai';
import type { BetaMessageStreamParams } from '@anthropic-ai/sdk/resources/beta/messages';
import type { Content, GenerationConfig, SafetySetting, Tool, ToolConfig } from '@google/genai';
// What goes over the wire: an enum is its text; a class has no functions.
type Wire<T> = T extends string ? \`\${T}\` | T : T extends (...a: never[]) => unknown ? never :
    T extends (infer U)[] ? Wire<U>[] : T extends object ? { [K in keyof T as T[K] extends Function ? never : K]: Wire<T[K]> } : T;
type Chat = OpenAI.Chat.Completions.ChatCompletionCreateParams;
type Responses = OpenAI.Responses.ResponseCreateParams;
type Embeddings = OpenAI.Embeddings.EmbeddingCreateParams;
type Anthropic = BetaMessageStreamParams;
type Gemini = Wire<{ contents: Content[]; systemInstruction?: Content; tools?: Tool[]; toolConfig?: ToolConfig;
    generationConfig?: GenerationConfig; safetySettings?: SafetySetting[] }>;
`;
const TYPES = [
    [/\/chat\/completions/, 'Chat'],
    [/\/responses/, 'Responses'],
    [/\/embeddings/, 'Embeddings'],
    [/\/messages/, 'Anthropic'],
    [/:(stream)?[gG]enerateContent/, 'Gemini'],
];

const source = [HEAD], where = {}, counts = {};
for (const name of fs.readdirSync(folder).sort()) {
    const text = fs.readFileSync(path.join(folder, name), 'utf8');
    const [head, body] = [text.slice(0, text.indexOf('\n')), text.slice(text.indexOf('\n') + 1)];
    const type = TYPES.find(([pattern]) => pattern.test(head))?.[1];
    if (!type || !body)
        continue;
    // A picture says nothing here, and the compiler reads all of it.
    const json = JSON.stringify(JSON.parse(body, (key, value) => typeof value === 'string' && value.length > 500 ?
        value.slice(0, 30) : value), null, 1);
    where[source.join('\n').split('\n').length + 1] = name;
    source.push(`export const b${source.length}: ${type} = ${json};`);
    counts[type] = (counts[type] ?? 0) + 1;
}
fs.writeFileSync('bodies.ts', source.join('\n') + '\n');
const tsc = spawnSync('node', ['node_modules/typescript/bin/tsc', '--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module',
    'nodenext', '--moduleResolution', 'nodenext', '--pretty', 'false', 'bodies.ts'], { encoding: 'utf8' });
const starts = Object.keys(where).map(Number);
let bad = 0;
for (const line of tsc.stdout.split('\n').filter((l) => l)) {
    const at = /^bodies\.ts\((\d+)/.exec(line);
    bad += at ? 1 : 0;
    console.log(at ? `${where[starts.filter((n) => n <= Number(at[1])).at(-1)]}: ${line}` : line);
}
console.log(`bodies: ${Object.entries(counts).map(([t, n]) => `${n} ${t}`).join(', ') || 'none'}; ${bad} refused`);
process.exit(tsc.status || starts.length === 0 ? 1 : 0);
