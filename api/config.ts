import { resolve } from 'node:path';
import { z } from 'zod';
import { KurrentDbUrl, StreamPrefix } from './config-kurrentdb.js';
import { AnchorSyslog, AnchorWebhook, ConfigError, RecordingDays, SecretSetting } from './config-settings.js';
import { bootstrapAdminOf, readSettingFiles, stripeOf, tracingEnvironment, tracingOf } from './config-settings.js';
import type {
  BootstrapAdmin,
  GameSettings,
  KurrentDbSettings,
  PasswordCost,
  SealAnchorSettings,
  StripeSettings,
} from './config-settings.js';
import type { TracingSettings, UnityBuildSettings } from './config-settings.js';

const flag = z
  .enum(['true', 'false', 'on', 'off'])
  .transform((text) => text === 'true' || text === 'on')
  .optional();
const port = z.coerce.number().int().min(0).max(65_535);
const secret = SecretSetting.optional();

/** All environment variables of the platform. Each can also be a file, as <NAME>_FILE. No other code reads process.env. */
const Environment = z.object({
  /** Interface the public port listens on. */
  HOST: z.string().default('127.0.0.1'),
  /** Public port: web, API, sockets. 0 picks a free one. */
  PORT: port.default(3000),
  /** Port with health details and Prometheus metrics. 0 picks a free one. */
  OPS_PORT: port.default(9464),
  /** Interface the OPS_PORT listens on. It has no authentication: use a non-loopback interface only on operators' networks. */
  OPS_HOST: z.string().default('127.0.0.1'),
  /** Folder of the embedded database, generated secrets and mails. */
  DATA_DIR: z.string().default('.data'),
  /** Folder in which the embedded PostgreSQL archives its WAL, for recovery to a point in time. */
  WAL_ARCHIVE_DIR: z.string().max(500).optional(),
  /** File that erasures of people are also appended to. Erasures that the database has lost are repeated from it. */
  ERASURES_FILE: z.string().max(500).optional(),
  /** `http` serves requests, `worker` projects and runs jobs. Defaults to both in one process. */
  ROLES: z
    .string()
    .default('http,worker')
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(['http', 'worker'])).min(1)),
  /** Connection of the application's database role. Without it the embedded PostgreSQL is started. */
  DATABASE_URL: z.url().optional(),
  /** Connection of the role that runs migrations. Defaults to DATABASE_URL, with a warning. */
  DATABASE_ADMIN_URL: z.url().optional(),
  /** Connection of the application's role to streaming replicas of DATABASE_URL, for exports, audit, item analysis, history, backups. */
  DATABASE_REPLICA_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://…' }).optional(),
  /** Whether a start runs migrations. With `off`, run `npm run cli -- migrate` first; nodes then need no DATABASE_ADMIN_URL. */
  MIGRATE: flag,
  /**
   * Stores the event log in this KurrentDB (or EventStoreDB 22.10 and later) instead of PostgreSQL. Hosts, credentials and TLS
   * use the connection string format of its clients: `kurrentdb://a,b,c` lists the nodes of a cluster, and `kurrentdb+discover://`
   * takes one DNS name for all of them. `log copy` moves an existing log there.
   */
  KURRENTDB_URL: KurrentDbUrl.optional(),
  /** Prefix of every stream name in KurrentDB, for a cluster that is shared with other platforms or applications. */
  KURRENTDB_STREAM_PREFIX: StreamPrefix.default(''),
  /** File that the leader appends the heads of seals to, as lines of JSON. */
  SEAL_ANCHOR_FILE: z.string().max(500).optional(),
  /** Address that receives the heads of seals as JSON. */
  SEAL_ANCHOR_WEBHOOK: AnchorWebhook.optional(),
  /** Syslog server that receives the heads of seals: `tls://host:6514`, `tcp://host:514` or `udp://host:514`. */
  SEAL_ANCHOR_SYSLOG: AnchorSyslog.optional(),
  /** Stores jobs in this Redis instead of PostgreSQL. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  /**
   * The mail server. Without it mails are written to files below DATA_DIR. `smtps:` uses TLS from the start, `smtp:` upgrades to
   * TLS when the server offers it. `?tls.rejectUnauthorized=false` accepts any certificate, `?requireTLS=true` requires TLS.
   */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Sender of every mail. Defaults to SUPPORT_EMAIL. */
  MAIL_FROM: z.email().optional(),
  /** Lets anyone with a user name choose its new password while a reset is pending. Leave it off. */
  RESET_WITHOUT_PROOF: flag,
  /** Public address of the platform, used for links and as its own origin. Defaults to the address in the ready line. */
  APP_URL: z.url().optional(),
  PRODUCT_NAME: z.string().min(1).max(100).default('Ready Room'),
  SUPPORT_EMAIL: z.email().default('support@ready-room.example'),
  /** The content catalogue whose scenarios the platform shows. */
  CATALOGUE_ID: z.uuid().default('0198c0de-0000-7000-8000-000000000001'),
  /** Creates demo accounts and a class at the first start. On by default with the embedded database, for this machine only. */
  DEMO: flag,
  /** The folder that Unity exports for WebGL, or only its `Build` folder. Defaults to the training build. */
  UNITY_BUILD_DIR: z.string().optional(),
  /** Selects one of several builds in that folder, by the beginning of the name of its `.loader.js`. */
  UNITY_BUILD_NAME: z.string().max(200).optional(),
  /** Passed to the game of every signed-in account. Empty by default. */
  SYS_HIGH_CLASSIFICATION: z.string().max(200).default(''),
  /** The data library that games reach through /api/udl, each with a password for its player. */
  UDL_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  UDL_USERNAME: z.string().max(200).default(''),
  UDL_PASSWORD: z.string().max(1_000).default(''),
  /** Passes UDL_USERNAME and UDL_PASSWORD to every signed-in account, for games that cannot use the proxy route. */
  UDL_DIRECT: flag,
  /** Maximum number of sandboxes of one user. */
  SANDBOXES_PER_USER: z.coerce.number().int().min(1).max(1_000).default(100),
  /** Days for which recordings of classes are kept. */
  RECORDING_DAYS: RecordingDays,
  BOOTSTRAP_ADMIN_USERNAME: z.string().optional(),
  BOOTSTRAP_ADMIN_EMAIL: z.email().optional(),
  BOOTSTRAP_ADMIN_PASSWORD: z.string().optional(),
  /** Allows sign-in over plain HTTP from other machines; only behind a network you trust. */
  ALLOW_PLAIN_HTTP: flag,
  /** Allows registration without access code and payment. On by default. */
  ALLOW_FREE_REGISTRATION: flag,
  /** Number of reverse proxies in front of the platform whose X-Forwarded-For and X-Forwarded-Proto headers are trusted. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  /** Seconds that a stopping node keeps serving while it reports not ready; more than the proxy needs to notice (docs/operations.md). */
  STOP_DELAY_SECONDS: z.coerce.number().int().min(0).max(60).default(0),
  /** `production` disables the API documentation page. */
  NODE_ENV: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ...tracingEnvironment,
  /** Card payment: set all four settings or none. This is the secret key of the Stripe account that receives the payments. */
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must be a secret key of Stripe: sk_test_… or sk_live_…')
    .optional(),
  /** Identifies the Stripe account in browsers. It must have the same mode as the secret key. */
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'must be a publishable key of Stripe: pk_test_… or pk_live_…')
    .optional(),
  /** Verifies the signature of Stripe's requests to /api/payments/webhook. */
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must be the signing secret of a webhook endpoint: whsec_…')
    .optional(),
  /** The recurring price of a subscription. */
  STRIPE_PRICE_ID: z
    .string()
    .regex(/^(price|plan)_\w+$/, 'must be the id of a price: price_…')
    .optional(),
  /** Replaces the address of Stripe's API, for tests. */
  STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).optional(),
  /** Signs access tokens. */
  JWT_SECRET: secret,
  /** Wraps the per-person keys that encrypt personal data in the log. */
  MASTER_KEY: secret,
  /** Keys the hashes of claims (user names, e-mails, codes). */
  HMAC_KEY: secret,
  /** Mixed into every password hash. */
  PASSWORD_PEPPER: secret,
  /** Encrypts backups; without it they are not encrypted. BACKUP_KEY_FILE is a file written by `openssl rand -base64 32`. */
  BACKUP_KEY: secret,
  /** Signs the seals of the log, so that a change of past events in the database is detected. */
  AUDIT_KEY: secret,
});
export type Environment = z.infer<typeof Environment>;

/** Required secrets. They are generated with the embedded database. Each may be a list, see `secretValues`. */
export const SECRET_NAMES = ['JWT_SECRET', 'MASTER_KEY', 'HMAC_KEY', 'PASSWORD_PEPPER', 'AUDIT_KEY'] as const;
export type SecretName = (typeof SECRET_NAMES)[number];
export type Secrets = Record<SecretName, string>;

/** The validated settings. With the embedded database, the start fills in `secrets`. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly opsPort: number;
  readonly opsHost: string;
  readonly dataDir: string;
  /** Undefined means that the WAL is not archived. */
  readonly walArchiveDir: string | undefined;
  /** Undefined means that erasures are stored only in the database. */
  readonly erasuresFile: string | undefined;
  readonly roles: readonly ('http' | 'worker')[];
  readonly databaseUrl: string | undefined;
  readonly databaseAdminUrl: string | undefined;
  /** Undefined means that the primary answers every read. */
  readonly databaseReplicaUrl: string | undefined;
  /** Whether a start runs migrations, or only checks that the schema is up to date. */
  readonly migrate: boolean;
  /** Undefined means that the event log is stored in PostgreSQL. */
  readonly kurrentDb: KurrentDbSettings | undefined;
  readonly sealAnchors: SealAnchorSettings;
  readonly redisUrl: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly resetWithoutProof: boolean;
  readonly appUrl: string | undefined;
  readonly productName: string;
  readonly supportEmail: string;
  readonly catalogueId: string;
  readonly demo: boolean;
  /** DEMO=on was set explicitly, so other machines are allowed to reach the demo accounts. */
  readonly isDemoChosen: boolean;
  readonly bootstrapAdmin: BootstrapAdmin | undefined;
  /** Undefined means that card payment is off. */
  readonly stripe: StripeSettings | undefined;
  readonly unityBuild: UnityBuildSettings;
  readonly game: GameSettings;
  readonly sandboxesPerUser: number;
  readonly recordingDays: number;
  readonly allowPlainHttp: boolean;
  readonly allowFreeRegistration: boolean;
  readonly trustedProxies: number;
  readonly stopDelayMs: number;
  readonly logLevel: string;
  /** Undefined means that tracing is off. */
  readonly tracing: TracingSettings | undefined;
  readonly production: boolean;
  /** Undefined means that backups are not encrypted. */
  readonly backupKey: string | undefined;
  readonly secrets: Partial<Secrets>;
  /** Only tests set these two, to save time. */
  readonly passwordCost?: PasswordCost;
  /** Shortest time between two reads of the log by the leader, in ms. */
  readonly readLogEveryMs?: number;
}

/** Reads and validates the settings. @throws ConfigError that names every invalid variable. */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const files = readSettingFiles(present, Object.keys(Environment.shape));
  if (files.problems.length > 0) throw new ConfigError(files.problems);
  const parsed = Environment.safeParse({ ...present, ...files.values });
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const env = parsed.data;
  assertDatabaseSettings(env);
  return {
    host: env.HOST,
    port: env.PORT,
    opsPort: env.OPS_PORT,
    opsHost: env.OPS_HOST,
    dataDir: resolve(env.DATA_DIR),
    walArchiveDir: env.WAL_ARCHIVE_DIR && resolve(env.WAL_ARCHIVE_DIR),
    erasuresFile: env.ERASURES_FILE && resolve(env.ERASURES_FILE),
    roles: env.ROLES,
    databaseUrl: env.DATABASE_URL,
    databaseAdminUrl: env.DATABASE_ADMIN_URL ?? env.DATABASE_URL,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    migrate: env.MIGRATE ?? true,
    kurrentDb: env.KURRENTDB_URL ? { url: env.KURRENTDB_URL, streamPrefix: env.KURRENTDB_STREAM_PREFIX } : undefined,
    sealAnchors: {
      file: env.SEAL_ANCHOR_FILE && resolve(env.SEAL_ANCHOR_FILE),
      webhook: env.SEAL_ANCHOR_WEBHOOK,
      syslog: env.SEAL_ANCHOR_SYSLOG,
    },
    redisUrl: env.REDIS_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? env.SUPPORT_EMAIL,
    resetWithoutProof: env.RESET_WITHOUT_PROOF ?? false,
    appUrl: env.APP_URL,
    productName: env.PRODUCT_NAME,
    supportEmail: env.SUPPORT_EMAIL,
    catalogueId: env.CATALOGUE_ID,
    demo: env.DEMO ?? !env.DATABASE_URL,
    isDemoChosen: env.DEMO === true,
    bootstrapAdmin: bootstrapAdminOf(env),
    stripe: stripeOf(env),
    unityBuild: {
      folder: env.UNITY_BUILD_DIR && resolve(env.UNITY_BUILD_DIR),
      name: env.UNITY_BUILD_NAME,
    },
    game: {
      sysHighClassification: env.SYS_HIGH_CLASSIFICATION,
      udlApiUrl: env.UDL_API_URL ?? '',
      udlUsername: env.UDL_USERNAME,
      udlPassword: env.UDL_PASSWORD,
      udlDirect: env.UDL_DIRECT ?? false,
      udlTimeoutMs: 30_000,
    },
    sandboxesPerUser: env.SANDBOXES_PER_USER,
    recordingDays: env.RECORDING_DAYS,
    allowPlainHttp: env.ALLOW_PLAIN_HTTP ?? false,
    allowFreeRegistration: env.ALLOW_FREE_REGISTRATION ?? true,
    trustedProxies: env.TRUSTED_PROXIES,
    stopDelayMs: env.STOP_DELAY_SECONDS * 1_000,
    logLevel: env.LOG_LEVEL,
    tracing: tracingOf(env, env.ROLES),
    production: env.NODE_ENV === 'production',
    backupKey: env.BACKUP_KEY,
    secrets: Object.fromEntries(SECRET_NAMES.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
  };
}

function assertDatabaseSettings(env: Environment): void {
  const missing = SECRET_NAMES.filter((name) => env.DATABASE_URL && !env[name]);
  if (missing.length > 0)
    throw new ConfigError(missing.map((name) => `${name}: must be set together with DATABASE_URL.`));
  if (env.DATABASE_URL && env.WAL_ARCHIVE_DIR)
    throw new ConfigError([
      'WAL_ARCHIVE_DIR: is for the embedded PostgreSQL. Set archive_command on the server of DATABASE_URL.',
    ]);
  if (env.DATABASE_REPLICA_URL && !env.DATABASE_URL)
    throw new ConfigError(['DATABASE_REPLICA_URL: needs DATABASE_URL. The embedded PostgreSQL has no replica.']);
}

export { ConfigError, newestSecret, secretValues } from './config-settings.js';

/** Injection token of the {@link Config}. */
export const CONFIG = Symbol('Config');
