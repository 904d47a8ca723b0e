/** Entry of the child process that reads files: it may hang, crash or run out of memory without harm to its parent. */
import { Worker } from 'node:worker_threads';
import { type ChildAnswer, type ChildQuestion } from './child-messages.js';
import { extractFile } from './extract-file.js';
import { recogniseFile } from './ocr-text.js';

const parent = process.ppid;

process.on('message', (question: ChildQuestion) => void answer(question));
process.on('disconnect', () => process.exit(0));
// Libraries report oddities of documents; stdout and stderr of this process belong to nobody.
process.on('unhandledRejection', () => undefined);
// A reading that never returns would outlive a killed parent: a thread of its own looks after that.
new Worker(`setInterval(() => { if (process.ppid !== ${parent}) process.kill(${process.pid}, 'SIGKILL'); }, 1000);`, {
  eval: true,
}).unref();
process.send?.({ ready: true } satisfies ChildAnswer);

async function answer({ id, mode, path, type, limits }: ChildQuestion): Promise<void> {
  const read = mode === 'ocr' ? recogniseFile : extractFile;
  process.send?.({ id, extraction: await read(path, type, limits) } satisfies ChildAnswer);
}
