import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';

export interface Manifest {
  /** Where it stands, for the message. */
  source: string;
  document: { apiVersion?: string; kind?: string };
}

const require = createRequire(import.meta.url);
const TYPES = dirname(require.resolve('kubernetes-types/package.json'));
const SOURCE = join(TYPES, 'manifests-under-check.ts');

/**
 * What Kubernetes would refuse: unknown keys, missing ones, wrong types. The manifests are written as typed constants
 * and given to the TypeScript compiler, whose check of excess properties is the strictness that plain schemas lack.
 */
export function manifestProblems(manifests: readonly Manifest[]): string[] {
  const problems: string[] = [];
  const lines: string[] = [];
  const sources: string[] = [];
  for (const { source, document } of manifests) {
    const group = typesOf(document.apiVersion);
    if (!group || !document.kind) {
      problems.push(`${source}: apiVersion and kind must both be given`);
      continue;
    }
    lines.push(`const m${lines.length}: import('./${group}').${document.kind} = ${JSON.stringify(document)};`);
    sources.push(source);
  }
  const text = lines.join('\n');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es2022.d.ts'],
  };
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (name, language, ...rest) =>
    name === SOURCE ? ts.createSourceFile(name, text, language) : readSource(name, language, ...rest);
  host.fileExists = (name) => name === SOURCE || ts.sys.fileExists(name);
  const program = ts.createProgram([SOURCE], options, host);
  const file = program.getSourceFile(SOURCE)!;
  for (const diagnostic of [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]) {
    const { line } = file.getLineAndCharacterOfPosition(diagnostic.start ?? 0);
    problems.push(`${sources[line]}: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')}`);
  }
  return problems;
}

/** apps/v1 is a folder of the types as it is; the core group has no name, and networking.k8s.io drops its domain. */
function typesOf(apiVersion: string | undefined): string | null {
  if (!apiVersion) return null;
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
  return `${group!.split('.')[0]}/${version}`;
}
