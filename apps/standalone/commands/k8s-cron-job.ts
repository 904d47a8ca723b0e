import { createHash } from 'node:crypto';

/** Kubernetes allows 52 characters, so that the names of its Jobs fit into a label. */
const NAME_LIMIT = 52;
const HASH_LENGTH = 8;

/** Exit codes of the crawl worker that no second try can change: wrong usage, unknown or disabled target. */
const FINAL_EXIT_CODES = [2, 3];

export type CronJob = ReturnType<typeof cronJobOf>;

/** A target's schedule as Kubernetes runs it: the crawl takes its turn on the lane of its host like any other. */
export function cronJobOf(
  { code }: { code: string },
  schedule: string,
  { image, namespace }: { image: string; namespace?: string },
) {
  const labels = { 'app.kubernetes.io/name': 'govcrawler-crawl', 'app.kubernetes.io/part-of': 'govcrawler' };
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: {
      name: cronJobName(code),
      ...(namespace === undefined ? {} : { namespace }),
      labels,
      annotations: { 'govcrawler/target': code },
    },
    spec: {
      schedule,
      timeZone: 'Asia/Shanghai',
      concurrencyPolicy: 'Forbid',
      startingDeadlineSeconds: 600,
      successfulJobsHistoryLimit: 1,
      failedJobsHistoryLimit: 3,
      jobTemplate: {
        spec: {
          backoffLimit: 2,
          ttlSecondsAfterFinished: 86_400,
          podFailurePolicy: {
            rules: [
              { action: 'FailJob', onExitCodes: { containerName: 'crawl', operator: 'In', values: FINAL_EXIT_CODES } },
            ],
          },
          template: {
            metadata: { labels },
            spec: {
              restartPolicy: 'Never',
              serviceAccountName: 'govcrawler',
              automountServiceAccountToken: false,
              terminationGracePeriodSeconds: 30,
              securityContext: {
                runAsNonRoot: true,
                runAsUser: 1000,
                fsGroup: 1000,
                seccompProfile: { type: 'RuntimeDefault' },
              },
              containers: [
                {
                  name: 'crawl',
                  image,
                  args: ['--target', code, '--once', '--json'],
                  envFrom: [
                    { configMapRef: { name: 'govcrawler-settings' } },
                    { secretRef: { name: 'govcrawler-secrets' } },
                  ],
                  resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '768Mi' } },
                  securityContext: {
                    allowPrivilegeEscalation: false,
                    readOnlyRootFilesystem: true,
                    capabilities: { drop: ['ALL'] },
                  },
                  volumeMounts: [
                    { name: 'tmp', mountPath: '/tmp' },
                    { name: 'data', mountPath: '/data/govcrawler' },
                  ],
                },
              ],
              volumes: [
                { name: 'tmp', emptyDir: {} },
                { name: 'data', persistentVolumeClaim: { claimName: 'govcrawler-data' } },
              ],
            },
          },
        },
      },
    },
  };
}

/** Readable, and different for codes that differ only in what a DNS label cannot hold. */
function cronJobName(code: string): string {
  const hash = createHash('sha256').update(code).digest('hex').slice(0, HASH_LENGTH);
  const readable = `crawl-${code}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `${readable.slice(0, NAME_LIMIT - HASH_LENGTH - 1).replace(/-+$/, '')}-${hash}`;
}
