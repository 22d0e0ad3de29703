// Measures the processor time and memory of importing LIFT, compared with the same articles as JSON Lines.
// Usage: npm run bench:import -- [--megabytes 500] [--store]
// Without --store the imports are dry runs: files are read and checked, and nothing is written.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { megabytes: { type: 'string', default: '500' }, store: { type: 'boolean', default: false } },
});
const bytes = Number(values.megabytes) * 1024 * 1024;
const griot = fileURLToPath(new URL('../dist/bin/griot.js', import.meta.url));

const SYLLABLES = 'ba ɓe ci da ɗo fa gi ha ji ka ƙe la mi na ŋo pa re sa ti wa ye zo'.split(' ');

/** A word of some syllables, different for each number. */
function word(number) {
  let text = '';
  for (let rest = number + 500; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    text += SYLLABLES[rest % SYLLABLES.length];
  return text;
}

function article(number) {
  const senses = [1, 2].map((sense) => ({
    sense,
    en: `${word(number * 3 + sense)} in English`,
    fr: `${word(number * 5 + sense)} en français`,
    definition: `What people call ${word(number)} where the river ${word(number * 7)} meets the sea.`,
    example: `${word(number * 11)} ${word(number * 13 + sense)} ${word(number * 17)}.`,
  }));
  return { id: `w${number}`, headword: word(number), category: number % 3 === 0 ? 'v' : 'n', senses };
}

const form = (lang, text) => `<form lang="${lang}"><text>${text}</text></form>`;

function lift({ id, headword, category, senses }) {
  const written = senses.map(
    ({ sense, en, fr, definition, example }) => `
    <sense id="${id}-${sense}">
      <grammatical-info value="${category}"/>
      <gloss lang="en"><text>${en}</text></gloss>
      <gloss lang="fr"><text>${fr}</text></gloss>
      <definition>${form('en', definition)}</definition>
      <example>${form('ha', example)}<translation>${form('en', definition)}</translation></example>
      <field type="import-residue">${form('en', 'kept as it is')}</field>
    </sense>`,
  );
  return `<entry id="${id}">\n  <lexical-unit>${form('ha', headword)}</lexical-unit>${written.join('')}\n</entry>\n`;
}

function line({ id, headword, category, senses }, number) {
  const content = {
    entry: { headword, id },
    senses: senses.map(({ sense }) => ({ number: sense, id: `${id}-${sense}` })),
    category: senses.map(({ sense }) => ({ sense, content: category })),
    translations: senses.flatMap(({ sense, en, fr }) => [
      { sense, lang: 'en', content: en },
      { sense, lang: 'fr', content: fr },
    ]),
    definitions: senses.map(({ sense, definition }) => ({ sense, lang: 'en', content: definition })),
    examples: senses.map(({ sense, example, definition }) => ({
      ...{ sense, content: example, lang: 'en', target: definition },
    })),
  };
  return `${JSON.stringify({ id_article: number + 1, public_id: id, article: content })}\n`;
}

function* liftText() {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<lift version="0.13">\n';
  let written = 0;
  for (let number = 0; written < bytes; number++) {
    const text = lift(article(number));
    written += Buffer.byteLength(text);
    count = number + 1;
    yield text;
  }
  yield '</lift>\n';
}

function* jsonLines() {
  for (let number = 0; number < count; number++) yield line(article(number), number);
}

let count = 0;

/** Prints the resource usage of a process when it ends. */
const WATCH = `data:text/javascript,${encodeURIComponent(
  "process.on('exit',()=>{const u=process.resourceUsage();console.error('\\nUSAGE '+JSON.stringify(u))})",
)}`;

/** The heap limits that `npm run import` sets for V8. */
const HEAP = ['--max-semi-space-size=8', '--max-old-space-size=128'];

/** Processor seconds and memory of one import. */
async function measured(folder, args) {
  const child = spawn(
    process.execPath,
    [...HEAP, '--import', WATCH, griot, 'import', ...args, ...(values.store ? [] : ['--dry-run'])],
    { env: { ...process.env, DATA_DIR: join(folder, 'data') }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output = (output + text).slice(-10_000);
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`The import ended with ${code}: ${output}`);
  const usage = JSON.parse(/USAGE (\{.*\})/u.exec(output)?.[1] ?? '{}');
  return { seconds: (usage.userCPUTime + usage.systemCPUTime) / 1e6, megabytes: usage.maxRSS / 1024 };
}

const folder = await mkdtemp(join(tmpdir(), 'griot-bench-import-'));
try {
  const file = join(folder, 'words.lift');
  await pipeline(Readable.from(liftText()), createWriteStream(file));
  const dictionary = join(folder, 'bench_lines');
  await mkdir(dictionary);
  await writeFile(join(dictionary, 'metadata.json'), JSON.stringify({ id_dico: 'bench_lines' }));
  await pipeline(Readable.from(jsonLines()), createWriteStream(join(dictionary, 'articles.jsonl')));
  const size = (await stat(file)).size / 1024 / 1024;
  console.log(`${count} articles, ${size.toFixed(0)} MiB of LIFT.`);
  const ofLines = await measured(folder, [dictionary]);
  const ofLift = await measured(folder, [file, '--dictionary=bench_lift']);
  for (const [name, { seconds, megabytes }] of Object.entries({ 'JSON Lines': ofLines, LIFT: ofLift }))
    console.log(`${name}: ${seconds.toFixed(1)} s of processor time, ${megabytes.toFixed(0)} MiB at most.`);
  console.log(`LIFT takes ${(ofLift.seconds / ofLines.seconds).toFixed(2)} times the processor time.`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
