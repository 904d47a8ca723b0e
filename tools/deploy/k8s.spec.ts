import { modelSettings } from '@govcrawler/agents';
import { loadConfig } from '@govcrawler/platform';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { manifestProblems, type Manifest } from './manifest-problems.js';

interface AnyManifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  [key: string]: unknown;
}

const read = (text: string, source: string): (Manifest & { document: AnyManifest })[] =>
  parseAllDocuments(text).map((document) => {
    expect(document.errors).toEqual([]);
    const value = document.toJS() as AnyManifest;
    return { source: `${source} ${value.kind} ${value.metadata?.name}`, document: value };
  });
const yamlFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml') && basename(name) !== 'kustomization.yaml')
    .map((name) => join(folder, name));
const documents = yamlFiles('k8s').flatMap((path) => read(readFileSync(path, 'utf8'), path));
const base = documents.filter(({ source }) => source.startsWith('k8s/base'));
/** Patches name only what they change; what they make of the base is checked on the rendered overlays. */
const whole = documents.filter(
  ({ source }) => !/overlays\/prod\/(data-stores-network|ingress-tls|grpc-tls)/.test(source),
);
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

interface PodSpec {
  automountServiceAccountToken?: boolean;
  securityContext?: { runAsNonRoot?: boolean; seccompProfile?: { type: string } };
  containers: Container[];
  initContainers?: Container[];
}
interface Container {
  name: string;
  resources?: { requests?: object; limits?: { memory?: string } };
  securityContext?: {
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    capabilities?: { drop?: string[] };
  };
  livenessProbe?: { httpGet?: { path: string } };
  readinessProbe?: { httpGet?: { path: string } };
}
const podSpec = ({ document }: { document: AnyManifest }) =>
  (document['spec'] as { template: { spec: PodSpec } }).template.spec;
const pods = base.filter(({ document }) => ['Deployment', 'Job'].includes(document.kind));

describe('the Kubernetes manifests', () => {
  it('hold nothing that Kubernetes does not know', () => {
    expect(whole.length).toBeGreaterThan(25);
    expect(manifestProblems(whole)).toEqual([]);
  });

  it('would be refused with an unknown key, a missing one, a wrong type or an unknown kind', () => {
    const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'x' }, spec: { ports: [{ port: 1 }] } };
    const wrong = [
      { ...service, spec: { ports: [{ port: 1, prot: 'TCP' }] } },
      { ...service, spec: { ports: [{ name: 'http' }] } },
      { ...service, spec: { ports: [{ port: 'eighty' }] } },
      { ...service, kind: 'Servise' },
      { kind: 'Service' },
    ];
    for (const document of wrong) {
      expect(manifestProblems([{ source: 'x', document }])).toEqual([expect.stringMatching(/^x: /)]);
    }
    expect(manifestProblems([{ source: 'x', document: service }])).toEqual([]);
  });

  it('run every container unprivileged, on a read-only root, with bounded memory', () => {
    expect(pods.length).toBe(6);
    for (const pod of pods) {
      const spec = podSpec(pod);
      expect(spec.automountServiceAccountToken).toBe(false);
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      for (const container of [...spec.containers, ...(spec.initContainers ?? [])]) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources?.limits?.memory).toBeDefined();
      }
    }
  });

  it('give each service what docs/sizing.md reckons', () => {
    const page = readFileSync('docs/sizing.md', 'utf8');
    for (const pod of pods.filter(({ document }) => document.kind === 'Deployment')) {
      const { name } = pod.document.metadata;
      const { requests, limits } = podSpec(pod).containers[0]!.resources as {
        requests: { cpu: string; memory: string };
        limits: { memory: string };
      };
      const row = [name, requests.cpu, requests.memory, limits.memory].join(' *\\| ');
      expect(page).toMatch(new RegExp(`^\\| ${row} *\\|$`, 'm'));
    }
  });

  it('ask only the process itself whether it lives, and its stores whether it is ready', () => {
    for (const pod of pods.filter(({ document }) => document.kind === 'Deployment')) {
      const [container] = podSpec(pod).containers;
      expect(container!.livenessProbe?.httpGet?.path).toBe('/healthz');
      expect(container!.readinessProbe?.httpGet?.path).toBe('/readyz');
    }
  });

  it('close every way and let only the fetch service out of the cluster', () => {
    const policies = base.filter(({ document }) => document.kind === 'NetworkPolicy');
    const [deny] = policies.filter(({ document }) => document.metadata.name === 'default-deny');
    expect(deny!.document['spec']).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    const out = policies.filter(({ document }) => JSON.stringify(document).includes('ipBlock'));
    expect(out.map(({ document }) => document.metadata.name)).toEqual(['fetch-service-out']);
  });

  it('open the port of the delivery service all the way', () => {
    const of = (kind: string, name: string) =>
      base.find(({ document }) => document.kind === kind && document.metadata.name === name)!.document;
    const settings = of('ConfigMap', 'govcrawler-settings') as unknown as { data: Record<string, string> };
    const port = Number(settings.data['GRPC_PORT']);
    const pod = base.find(
      ({ document }) => document.kind === 'Deployment' && document.metadata.name === 'api-gateway',
    )!;
    const { ports } = podSpec(pod).containers[0] as unknown as { ports: object[] };
    expect(ports).toContainEqual({ name: 'grpc', containerPort: port });
    expect(of('Service', 'api-gateway-grpc')['spec']).toMatchObject({
      clusterIP: 'None',
      ports: [{ port, targetPort: 'grpc' }],
    });
    const { ingress } = of('NetworkPolicy', 'api-gateway-in')['spec'] as { ingress: { ports: object[] }[] };
    expect(ingress.flatMap((rule) => rule.ports)).toContainEqual({ protocol: 'TCP', port });
  });

  it('name every setting of a model but its key, with the defaults of the code, and a way to it in production', () => {
    const of = (documents: typeof base, name: string) =>
      documents.find(({ document }) => document.metadata.name === name)!.document;
    const { data } = of(base, 'govcrawler-settings') as unknown as { data: Record<string, string> };
    const named = Object.entries(data).filter(([name]) => name.startsWith('MODEL_'));
    const schema = z.object(modelSettings);
    const secret = 'MODEL_API_KEY';
    const settings = Object.keys(modelSettings).filter((name) => name !== secret);
    expect(named.map(([name]) => name).sort()).toEqual(settings.sort());
    expect(loadConfig(schema, Object.fromEntries(named))).toEqual(loadConfig(schema, {}));
    expect(JSON.stringify(of(documents, 'to-model-endpoint')['spec'])).toContain('"values":["crawl-worker",');
  });

  it('carry every site file in the ConfigMap', () => {
    const listed = parseAllDocuments(readFileSync('config/sites/Kustomization', 'utf8'))[0]!.toJS() as {
      configMapGenerator: { files: string[] }[];
    };
    const files = readdirSync('config/sites').filter((name) => name.endsWith('.yaml'));
    expect(listed.configMapGenerator[0]!.files).toEqual(files.sort());
  });

  // kubectl is no Debian package of its own; where it is missing, the files above are checked one by one only.
  (hasKubectl ? it : it.skip).each(['dev', 'prod'])('render to a valid %s overlay (needs kubectl)', (overlay) => {
    const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', `k8s/overlays/${overlay}`], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const rendered = read(stdout, overlay);
    expect(rendered.length).toBeGreaterThan(30);
    expect(manifestProblems(rendered)).toEqual([]);
    const gateway = rendered.find(
      ({ document }) => document.kind === 'Deployment' && document.metadata.name === 'api-gateway',
    );
    expect(JSON.stringify(gateway).includes('"secretName":"govcrawler-grpc-tls"')).toBe(overlay === 'prod');
  });
});
