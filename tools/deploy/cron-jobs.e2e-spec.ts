import { readdirSync } from 'node:fs';
import { runProgram } from '@govcrawler/testing';
import { manifestProblems } from './manifest-problems.js';

interface List {
  kind: string;
  items: { apiVersion: string; kind: string; metadata: { name: string; annotations: Record<string, string> } }[];
}

describe('govcrawler k8s cronjobs', () => {
  it('prints a CronJob that Kubernetes accepts for every enabled column of the site files', async () => {
    const { code, stdout, stderr } = await runProgram(['dist/apps/standalone/main.js', 'k8s', 'cronjobs']);
    expect(code).toBe(0);
    const { kind, items } = JSON.parse(stdout) as List;
    expect(kind).toBe('List');
    expect(items.length).toBeGreaterThan(readdirSync('config/sites').length);
    expect(stderr).toContain(`${items.length} CronJobs of `);
    expect(new Set(items.map(({ metadata }) => metadata.name)).size).toBe(items.length);
    expect(manifestProblems(items.map((document) => ({ source: document.metadata.name, document })))).toEqual([]);
  });
});
