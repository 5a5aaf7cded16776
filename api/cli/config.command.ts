import { secretValues } from '../config-settings.js';
import { type Config, type Environment, SECRET_NAMES } from '../config.js';
import { buildProblem, measureBuild } from '../platform/http/unity-build.js';
import { loadPostgresState } from '../platform/database/postgres-state.js';
import { storedSecrets } from '../start/secrets.js';
import { table, type Terminal } from './terminal.js';

/** `config`: prints every setting as the platform reads it, and of secrets only whether they are set. */
export async function showConfig(config: Config, { out }: Terminal): Promise<number> {
  const secrets = await secretsOf(config);
  const settings = settingsOf(config, await gameFolderOf(config));
  for (const line of table(Object.entries({ ...settings, ...secrets }))) out(line);
  return 0;
}

type Secret = (typeof SECRET_NAMES)[number];

const UNSET = '(not set)';
const flag = (value: boolean): string => (value ? 'on' : 'off');

function settingsOf(config: Config, gameFolder: string): Record<Exclude<keyof Environment, Secret>, string> {
  const { bootstrapAdmin, stripe, unityBuild, game, tracing } = config;
  return {
    HOST: config.host,
    PORT: String(config.port),
    OPS_PORT: String(config.opsPort),
    OPS_HOST: config.opsHost,
    DATA_DIR: config.dataDir,
    WAL_ARCHIVE_DIR: config.walArchiveDir ?? '(not set: no recovery to a point in time)',
    ERASURES_FILE: config.erasuresFile ?? '(not set: restoring an older backup restores erased people)',
    ROLES: config.roles.join(','),
    DATABASE_URL: config.databaseUrl ? withoutPassword(config.databaseUrl) : '(not set: the embedded PostgreSQL)',
    DATABASE_ADMIN_URL: config.databaseAdminUrl ? withoutPassword(config.databaseAdminUrl) : UNSET,
    DATABASE_REPLICA_URL: config.databaseReplicaUrl
      ? withoutPassword(config.databaseReplicaUrl)
      : '(not set: the primary answers every read)',
    MIGRATE: flag(config.migrate),
    KURRENTDB_URL: config.kurrentDb
      ? config.kurrentDb.url.replace(/:\/\/([^:@/]+):[^@/]*@/, '://$1:***@')
      : '(not set: the event log is in PostgreSQL)',
    KURRENTDB_STREAM_PREFIX: config.kurrentDb?.streamPrefix || UNSET,
    SEAL_ANCHOR_FILE: config.sealAnchors.file ?? UNSET,
    SEAL_ANCHOR_WEBHOOK: config.sealAnchors.webhook ? withoutPath(config.sealAnchors.webhook) : UNSET,
    SEAL_ANCHOR_SYSLOG: config.sealAnchors.syslog ?? UNSET,
    REDIS_URL: config.redisUrl ? withoutPassword(config.redisUrl) : '(not set: jobs are in PostgreSQL)',
    SMTP_URL: config.smtpUrl ? withoutPassword(config.smtpUrl) : '(not set: mails are files below DATA_DIR)',
    MAIL_FROM: config.mailFrom,
    RESET_WITHOUT_PROOF: flag(config.resetWithoutProof),
    APP_URL: config.appUrl ?? '(not set: the address of the ready line)',
    PRODUCT_NAME: config.productName,
    SUPPORT_EMAIL: config.supportEmail,
    CATALOGUE_ID: config.catalogueId,
    DEMO: flag(config.demo),
    UNITY_BUILD_DIR: gameFolder,
    UNITY_BUILD_NAME: unityBuild.name ?? UNSET,
    SYS_HIGH_CLASSIFICATION: game.sysHighClassification || UNSET,
    UDL_API_URL: game.udlApiUrl || UNSET,
    UDL_USERNAME: game.udlUsername || UNSET,
    UDL_PASSWORD: game.udlPassword ? 'set' : UNSET,
    UDL_DIRECT: flag(game.udlDirect),
    SANDBOXES_PER_USER: String(config.sandboxesPerUser),
    RECORDING_DAYS: String(config.recordingDays),
    BOOTSTRAP_ADMIN_USERNAME: bootstrapAdmin?.username ?? UNSET,
    BOOTSTRAP_ADMIN_EMAIL: bootstrapAdmin?.email ?? UNSET,
    BOOTSTRAP_ADMIN_PASSWORD: bootstrapAdmin ? 'set' : UNSET,
    STRIPE_SECRET_KEY: stripe ? 'set' : '(not set: no card payment)',
    STRIPE_PUBLISHABLE_KEY: stripe?.publishableKey ?? UNSET,
    STRIPE_WEBHOOK_SECRET: stripe ? 'set' : UNSET,
    STRIPE_PRICE_ID: stripe?.priceId ?? UNSET,
    STRIPE_API_BASE: stripe?.apiBase ?? "(not set: Stripe's own)",
    ALLOW_PLAIN_HTTP: flag(config.allowPlainHttp),
    ALLOW_FREE_REGISTRATION: flag(config.allowFreeRegistration),
    TRUSTED_PROXIES: String(config.trustedProxies),
    STOP_DELAY_SECONDS: String(config.stopDelayMs / 1_000),
    BACKUP_KEY: config.backupKey ? valuesIn(config.backupKey) : '(not set: backups are not encrypted)',
    NODE_ENV: config.production ? 'production' : '(not production)',
    LOG_LEVEL: config.logLevel,
    OTEL_EXPORTER_OTLP_ENDPOINT: tracing ? withoutPassword(tracing.endpoint) : '(not set: nothing is traced)',
    OTEL_EXPORTER_OTLP_HEADERS: tracing?.headers ? 'set' : UNSET,
    OTEL_SERVICE_NAME: tracing?.serviceName ?? UNSET,
    OTEL_TRACES_SAMPLER: tracing?.sampler ?? UNSET,
    OTEL_TRACES_SAMPLER_ARG: tracing ? String(tracing.ratio) : UNSET,
  };
}

/** Returns the folder of the game with its build, or the message with which a start would fail. */
async function gameFolderOf({ unityBuild }: Config): Promise<string> {
  if (unityBuild.folder === undefined) return '(not set: the training build)';
  try {
    const { name } = await measureBuild(unityBuild);
    return `${unityBuild.folder} (build ${name})`;
  } catch (error) {
    return buildProblem(error, unityBuild);
  }
}

/** Describes a secret that is set by its number of values. */
function valuesIn(secret: string): string {
  const { length } = secretValues(secret);
  return length > 1 ? `set (${length} values)` : 'set';
}

/** `set` in the environment, `generated` into the data folder, or `missing` although a database in the data folder needs it. */
async function secretsOf({ databaseUrl, dataDir, secrets }: Config): Promise<Record<Secret, string>> {
  const generated = databaseUrl ? {} : await storedSecrets(dataDir);
  const isUsed = (await loadPostgresState(dataDir)) !== undefined;
  const stateOf = (name: Secret): string => {
    const given = secrets[name];
    if (given) return valuesIn(given);
    if (generated[name]) return 'generated';
    return isUsed ? 'missing' : '(not set: the first start generates it)';
  };
  return Object.fromEntries(SECRET_NAMES.map((name) => [name, stateOf(name)])) as Record<Secret, string>;
}

function withoutPassword(url: string): string {
  const shown = new URL(url);
  if (shown.password) shown.password = '***';
  return shown.href;
}

/** The path of a webhook is often its secret. */
const withoutPath = (url: string): string => `${new URL(url).origin}/…`;
