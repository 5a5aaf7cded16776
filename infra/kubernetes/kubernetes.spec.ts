import { execFileSync } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { CronJob, Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, PersistentVolumeClaim, Service, ServiceAccount } from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';
import { loadConfig, SECRET_NAMES } from '../../api/config.js';
import { PACKAGE_ROOT } from '../../api/platform/ops/package-info.js';
import { repositoryText } from '../containers/testing/compose-file.js';
import { findProgram, describeRequiring } from '../containers/testing/describe-requiring.js';

interface Container {
  name: string;
  image: string;
  securityContext: object;
  resources: { limits: { memory: string }; requests: { memory: string; cpu: string } };
  volumeMounts: { name: string; mountPath: string }[];
  ports?: { name: string; containerPort: number }[];
  envFrom?: { configMapRef: { name: string } }[];
}
interface Pod {
  securityContext: object;
  automountServiceAccountToken: boolean;
  containers: Container[];
  volumes: { name: string; secret?: { secretName: string } }[];
}
interface WithPod {
  template?: { metadata: { labels: Record<string, string> }; spec: Pod };
}
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  data?: Record<string, string>;
  spec?: WithPod & { jobTemplate?: { spec: WithPod } };
}

/** The API's schemas: a class that validates, and the declaration of its type. */
const SCHEMAS = {
  ConfigMap: [ConfigMap, 'kubernetes-models/v1'],
  CronJob: [CronJob, 'kubernetes-models/batch/v1'],
  Deployment: [Deployment, 'kubernetes-models/apps/v1'],
  HorizontalPodAutoscaler: [HorizontalPodAutoscaler, 'kubernetes-models/autoscaling/v2'],
  Ingress: [Ingress, 'kubernetes-models/networking.k8s.io/v1'],
  Job: [Job, 'kubernetes-models/batch/v1'],
  Namespace: [Namespace, 'kubernetes-models/v1'],
  NetworkPolicy: [NetworkPolicy, 'kubernetes-models/networking.k8s.io/v1'],
  PersistentVolumeClaim: [PersistentVolumeClaim, 'kubernetes-models/v1'],
  PodDisruptionBudget: [PodDisruptionBudget, 'kubernetes-models/policy/v1'],
  Service: [Service, 'kubernetes-models/v1'],
  ServiceAccount: [ServiceAccount, 'kubernetes-models/v1'],
  ServiceMonitor: [ServiceMonitor, '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1'],
  StatefulSet: [StatefulSet, 'kubernetes-models/apps/v1'],
} as const;

const OVERLAYS = ['one-node', 'cluster'] as const;

function rendered(folder: string): Manifest[] {
  const yaml = execFileSync(findProgram('kubectl')!, ['kustomize', folder], { encoding: 'utf8', stdio: 'pipe' });
  return parseAllDocuments(yaml).map((document) => document.toJS() as Manifest);
}

/** Returns the errors of the API's validation: wrong types, missing and malformed values. It accepts unknown fields. */
function invalid(manifest: Manifest): string[] {
  const [Schema] = SCHEMAS[manifest.kind as keyof typeof SCHEMAS];
  try {
    new Schema(manifest as never).validate();
    return [];
  } catch (error) {
    return [`${manifest.kind} ${manifest.metadata.name}: ${(error as Error).message}`];
  }
}

/** Declarations of the models, parsed once. */
const declarations = new Map<string, ts.SourceFile | undefined>();

/** Returns fields that the API does not have. The compiler finds them, because a misspelt one would be ignored. */
function unknownFields(manifests: readonly Manifest[]): string[] {
  const file = join(PACKAGE_ROOT, 'infra/kubernetes/rendered.ts');
  const source = manifests
    .map((manifest) => {
      const from = SCHEMAS[manifest.kind as keyof typeof SCHEMAS][1];
      return `({} as { is(a: import('${from}').I${manifest.kind}): void }).is(${JSON.stringify(manifest)});`;
    })
    .join('\n');
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...more) => {
    if (name === file) return ts.createSourceFile(name, source, ts.ScriptTarget.ES2022);
    if (!declarations.has(name)) declarations.set(name, getSourceFile(name, ...more));
    return declarations.get(name);
  };
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n').split('\n').at(-1)!.trim());
}

const workloads = (manifests: readonly Manifest[]): [string, Pod][] =>
  manifests.flatMap(({ kind, metadata, spec }) => {
    const template = spec?.template ?? spec?.jobTemplate?.spec.template;
    return template ? [[`${kind} ${metadata.name}`, template.spec] as [string, Pod]] : [];
  });

describeRequiring(['kubectl'], 'the manifests for Kubernetes', () => {
  const all = Object.fromEntries(
    OVERLAYS.map((overlay) => [overlay, rendered(join(PACKAGE_ROOT, 'infra/kubernetes', overlay))]),
  );
  const find = (overlay: string, kind: string, name: string): Manifest =>
    all[overlay]!.find((manifest) => manifest.kind === kind && manifest.metadata.name.startsWith(name))!;

  it('follow the schemas of the API and misspell no field', () => {
    const manifests = OVERLAYS.flatMap((overlay) => all[overlay]!);
    expect(manifests.flatMap(invalid)).toEqual([]);
    expect(unknownFields(manifests)).toEqual([]);
  });

  it('rejects a wrong value and a misspelt field', () => {
    const http = structuredClone(find('cluster', 'Deployment', 'ready-room-http')) as unknown as {
      spec: { template: { spec: { terminationGracePeriodSeconds: unknown; hostNetworks?: boolean } } };
    };
    http.spec.template.spec.terminationGracePeriodSeconds = 'long';
    expect(invalid(http as unknown as Manifest)).toEqual([expect.stringContaining('terminationGracePeriodSeconds')]);
    http.spec.template.spec.terminationGracePeriodSeconds = 30;
    http.spec.template.spec.hostNetworks = true;
    expect(unknownFields([http as unknown as Manifest])).toEqual([expect.stringContaining('"hostNetworks"')]);
  });

  it.each(OVERLAYS)('%s runs every container without root, on a read-only root, within limits', (overlay) => {
    expect(find(overlay, 'Namespace', 'ready-room')).toMatchObject({
      metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
    });
    for (const [name, pod] of workloads(all[overlay]!)) {
      expect([name, pod.automountServiceAccountToken]).toEqual([name, false]);
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      for (const { securityContext, resources, volumeMounts } of pod.containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(resources).toMatchObject({
          limits: { memory: expect.any(String) },
          requests: { cpu: expect.any(String) },
        });
        const volumes = pod.volumes.map((volume) => volume.name);
        const claims = name === 'StatefulSet postgres' ? ['data'] : [];
        expect([...volumes, ...claims]).toEqual(expect.arrayContaining(volumeMounts.map((mount) => mount.name)));
      }
    }
  });

  it.each(OVERLAYS)('%s gives the nodes settings that the platform knows, and secrets by reference', (overlay) => {
    expect(all[overlay]!.filter(({ kind }) => kind === 'Secret')).toEqual([]);
    const { data = {}, metadata } = find(overlay, 'ConfigMap', 'ready-room-settings');
    const known = new Set(repositoryText('api/config.ts').match(/(?<=^ {2})[A-Z_]+(?=:)/gm));
    const names = Object.keys(data);
    expect(names.filter((name) => !known.has(name.replace(/_FILE$/, '')))).toEqual([]);
    expect(names.filter((name) => /(SECRET|PASSWORD|KEY|PEPPER|DATABASE_URL)$/.test(name))).toEqual([]);
    const made = repositoryText('infra/containers/make-secrets.sh');
    for (const [name, value] of Object.entries(data).filter(([setting]) => setting.endsWith('_FILE'))) {
      expect(value).toBe(`/run/secrets/ready-room/${name.slice(0, -5).toLowerCase()}`);
      expect(made).toContain(name.slice(0, -5).toLowerCase());
    }
    const inFiles = [...SECRET_NAMES, 'DATABASE_URL', 'BOOTSTRAP_ADMIN_PASSWORD'];
    expect(names).toEqual(expect.arrayContaining(inFiles.map((name) => `${name}_FILE`)));
    const secret = 'q7Yw0bRz5kTn3xVh8LmJ1cFd6sGpE2uAoKi9yWvNtXe=';
    const values = Object.fromEntries(SECRET_NAMES.map((name) => [name, secret]));
    const plain = Object.fromEntries(Object.entries(data).filter(([name]) => !name.endsWith('_FILE')));
    const database = {
      DATABASE_URL: 'postgres://app:a@postgres/ready_room',
      BOOTSTRAP_ADMIN_PASSWORD: 'not-so-secret-1',
    };
    expect(loadConfig({ ...plain, ...values, ...database })).toMatchObject({
      demo: false,
      migrate: false,
      trustedProxies: 1,
    });
    for (const name of ['ready-room-http', 'ready-room-worker']) {
      const [container] = find(overlay, 'Deployment', name).spec!.template!.spec.containers;
      expect(container!.envFrom).toEqual([{ configMapRef: { name: metadata.name } }]);
    }
  });

  it('gives no node the password of the migrating role', () => {
    for (const overlay of OVERLAYS) {
      const holders = workloads(all[overlay]!).filter(([, pod]) =>
        pod.volumes.some(({ secret }) => secret?.secretName === 'ready-room-admin'),
      );
      expect(holders.map(([name]) => name)).toEqual([
        'Deployment ready-room-cli',
        'CronJob ready-room-backup',
        'Job ready-room-migrate',
      ]);
    }
  });

  it('denies all traffic except the named connections', () => {
    for (const overlay of OVERLAYS) {
      expect(find(overlay, 'NetworkPolicy', 'default-deny')).toMatchObject({
        spec: { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
      });
    }
  });

  it('runs two workers and at least two http nodes in a cluster, and tolerates the loss of one of each', () => {
    expect(find('cluster', 'Deployment', 'ready-room-worker').spec).toMatchObject({ replicas: 2 });
    expect(find('cluster', 'HorizontalPodAutoscaler', 'ready-room-http').spec).toMatchObject({ minReplicas: 2 });
    expect(find('cluster', 'Deployment', 'ready-room-http').spec).not.toHaveProperty('replicas');
    for (const name of ['ready-room-http', 'ready-room-worker'])
      expect(find('cluster', 'PodDisruptionBudget', name).spec).toMatchObject({ maxUnavailable: 1 });
  });

  it.each(OVERLAYS)('can be changed for a host as docs/operations.md says, on top of %s', async (overlay) => {
    const section = repositoryText('docs/operations.md').split('## Kubernetes')[1]!;
    const [kustomization, host] = Array.from(section.matchAll(/```yaml\n([^]*?)```/g), ([, text]) => text!);
    const folder = await mkdtemp(join(tmpdir(), 'ready-room-kubernetes-'));
    try {
      const base = relative(await realpath(folder), join(PACKAGE_ROOT, 'infra/kubernetes', overlay));
      await writeFile(join(folder, 'kustomization.yaml'), kustomization!.replace('../one-node', base));
      await writeFile(join(folder, 'host.yaml'), host!);
      const manifests = rendered(folder);
      const of = (kind: string): unknown => manifests.find((manifest) => manifest.kind === kind);
      expect(of('ConfigMap')).toMatchObject({ data: { APP_URL: 'https://training.example', MIGRATE: 'off' } });
      expect(of('Ingress')).toMatchObject({ spec: { rules: [{ host: 'training.example' }] } });
      const image = 'ghcr.io/acme/ready-room-api:2.2.3';
      expect(of('Job')).toMatchObject({ spec: { template: { spec: { containers: [{ image }] } } } });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('runs the same PostgreSQL version as the containers', () => {
    const image = find('one-node', 'StatefulSet', 'postgres').spec!.template!.spec.containers[0]!.image;
    expect(repositoryText('docker-compose.yml')).toContain(`image: ${image}`);
  });
});
