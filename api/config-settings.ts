import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Thrown for invalid settings. The message names each variable and its fix. */
export class ConfigError extends Error {
  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'ConfigError';
  }
}

/** Settings of a log in KurrentDB. */
export interface KurrentDbSettings {
  readonly url: string;
  /** Prefix of every stream name; empty when the cluster serves only this platform. */
  readonly streamPrefix: string;
}

/** Places outside the database that receive the heads of seals. Each is undefined when it is not used. */
export interface SealAnchorSettings {
  /** Path of a file to append to. */
  readonly file: string | undefined;
  /** Address that receives each anchor as JSON. */
  readonly webhook: string | undefined;
  /** Syslog server: `tls://`, `tcp://` or `udp://`. */
  readonly syslog: string | undefined;
}

/** An address that receives anchors. Remote ones need https: an anchor that can be changed in transit proves nothing. */
export const AnchorWebhook = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .refine((url) => {
    if (!URL.canParse(url)) return true;
    const { protocol, hostname } = new URL(url);
    return protocol === 'https:' || /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  }, 'must be an https address, or an http address of this machine');

const SYSLOG_URL = /^(tls|tcp|udp):\/\/([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i;

/** The address of a syslog server that receives anchors. */
export const AnchorSyslog = z
  .string()
  .max(500)
  .refine((url) => SYSLOG_URL.test(url) && URL.canParse(url), {
    message: 'must look like tls://host:6514, tcp://host:514 or udp://host:514',
  });

/** Settings of card payment through Stripe. */
export interface StripeSettings {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  readonly priceId: string;
  /** Undefined means Stripe's public API. */
  readonly apiBase: string | undefined;
  /** Timeout of one call, in milliseconds. */
  readonly timeoutMs: number;
}

const STRIPE_TIMEOUT_MS = 8_000;

/** The environment variables of card payment. */
interface StripeVariables {
  readonly STRIPE_SECRET_KEY?: string | undefined;
  readonly STRIPE_PUBLISHABLE_KEY?: string | undefined;
  readonly STRIPE_WEBHOOK_SECRET?: string | undefined;
  readonly STRIPE_PRICE_ID?: string | undefined;
  readonly STRIPE_API_BASE?: string | undefined;
}

/** Returns the settings of card payment, or undefined when it is off. @throws ConfigError when the settings are inconsistent */
export function stripeOf({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_PUBLISHABLE_KEY: publishableKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_PRICE_ID: priceId,
  STRIPE_API_BASE: apiBase,
}: StripeVariables): StripeSettings | undefined {
  if (!secretKey && !publishableKey && !webhookSecret && !priceId) return undefined;
  if (!secretKey || !publishableKey || !webhookSecret || !priceId) {
    throw new ConfigError([
      'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_ID must be set together.',
    ]);
  }
  if (secretKey.includes('_live_') !== publishableKey.includes('_live_')) {
    throw new ConfigError([
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: one is a test key and the other a live key.',
    ]);
  }
  return { secretKey, publishableKey, webhookSecret, priceId, apiBase, timeoutMs: STRIPE_TIMEOUT_MS };
}

/** Argon2 parameters of password hashes. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** The first administrator, whose password must be changed at the first sign-in. */
export interface BootstrapAdmin {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

/** The environment variables of the first administrator. */
interface BootstrapVariables {
  readonly BOOTSTRAP_ADMIN_USERNAME?: string | undefined;
  readonly BOOTSTRAP_ADMIN_EMAIL?: string | undefined;
  readonly BOOTSTRAP_ADMIN_PASSWORD?: string | undefined;
}

/** Returns the first administrator, or undefined when none is set. @throws ConfigError when the settings are incomplete */
export function bootstrapAdminOf({
  BOOTSTRAP_ADMIN_USERNAME: username,
  BOOTSTRAP_ADMIN_EMAIL: email,
  BOOTSTRAP_ADMIN_PASSWORD: password,
}: BootstrapVariables): BootstrapAdmin | undefined {
  if (!username && !email && !password) return undefined;
  if (!username || !email || !password) {
    throw new ConfigError(['BOOTSTRAP_ADMIN_USERNAME, _EMAIL and _PASSWORD must be set together.']);
  }
  return { username, email, password };
}

/** Settings of the served game build. */
export interface UnityBuildSettings {
  /** Undefined means the training build. */
  readonly folder: string | undefined;
  /** Selects one of several builds in the folder. */
  readonly name: string | undefined;
}

/** Settings that the game receives in addition to the player. */
export interface GameSettings {
  readonly sysHighClassification: string;
  readonly udlApiUrl: string;
  readonly udlUsername: string;
  readonly udlPassword: string;
  /** Passes the address and credentials of the data library to the game, for builds older than the proxy route. */
  readonly udlDirect: boolean;
  /** Deadline for a complete response of the data library, in milliseconds. */
  readonly udlTimeoutMs: number;
}

/** Names of OpenTelemetry's samplers, which decide which traces are recorded. With `parentbased_` the caller's decision wins. */
const TRACE_SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Settings of OpenTelemetry tracing. */
export interface TracingSettings {
  /** Base address of the OTLP/HTTP receiver. */
  readonly endpoint: string;
  /** Headers of each export as `name=value,name=value`. They may contain a token. */
  readonly headers: string | undefined;
  readonly serviceName: string;
  readonly sampler: (typeof TRACE_SAMPLERS)[number];
  /** The share of traces that ratio samplers record. */
  readonly ratio: number;
}

/** The environment variables of tracing, with the names that OpenTelemetry gives them. */
export const tracingEnvironment = {
  /** The OTLP/HTTP receiver of traces, such as http://collector:4318. Tracing is off without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .max(1_000)
    .optional(),
  /** Headers for the receiver, as comma-separated name=value pairs. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .max(4_000)
    .regex(/^[^\s=,]+=[^,]*(,\s*[^\s=,]+=[^,]*)*$/, 'must be name=value pairs, separated by commas')
    .optional(),
  /** The service name of this node in traces. Defaults to `ready-room-` and its roles. */
  OTEL_SERVICE_NAME: z.string().max(200).optional(),
  /** Which traces are recorded. */
  OTEL_TRACES_SAMPLER: z.enum(TRACE_SAMPLERS).default('parentbased_traceidratio'),
  /** The share of traces that ratio samplers record, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.1),
};

/** Returns the settings of tracing, or undefined when no receiver is set. */
export function tracingOf(
  env: z.infer<z.ZodObject<typeof tracingEnvironment>>,
  roles: readonly string[],
): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = env;
  if (endpoint === undefined) return undefined;
  const serviceName = env.OTEL_SERVICE_NAME ?? ['ready-room', ...roles].join('-');
  return { endpoint, headers, serviceName, sampler: env.OTEL_TRACES_SAMPLER, ratio: env.OTEL_TRACES_SAMPLER_ARG };
}

/** Days for which recordings of classes are kept. */
export const RecordingDays = z.coerce.number().int().min(1).max(3_650).default(365);

const RANDOM = 'must contain at least 256 random bits, for example the output of: openssl rand -base64 32';
/** Minimum number of distinct characters of a secret. 64 hexadecimal digits have more; a word or a repeated key has fewer. */
const FEWEST_CHARACTERS = 8;
const MOST_VALUES = 20;
const EXAMPLE = /change.?(me|this)|example|your.?(own|secret|key)/i;
/** Matches a value in the format of `openssl rand`. Other values may contain commas. */
const RANDOM_VALUE = /^[\w+/=-]{43,}$/;

/** One value of a secret. */
const SecretValue = z
  .string()
  .min(43, RANDOM)
  .max(1_000)
  .refine((text) => new Set(text).size >= FEWEST_CHARACTERS && !EXAMPLE.test(text), {
    message: `${RANDOM}; this one is from an example`,
  });

/** A secret: one value, or several with the newest first, separated by commas or as a JSON list. */
export const SecretSetting = z.string().superRefine((text, context) => {
  const values = splitSecret(text);
  if (!values || values.length > MOST_VALUES) {
    context.addIssue({ code: 'custom', message: `must be one value, or up to ${MOST_VALUES} separated by commas` });
    return;
  }
  for (const value of values)
    for (const { message } of SecretValue.safeParse(value).error?.issues ?? [])
      context.addIssue({ code: 'custom', message });
});

/** Returns the values of a secret, newest first. The newest protects new data, the others only read existing data. */
export const secretValues = (secret: string): readonly string[] => splitSecret(secret) ?? [secret];

/** Returns the value of a secret that protects new data. */
export const newestSecret = (secret: string): string => secretValues(secret)[0]!;

/**
 * Splits a secret into its values. Returns null when only some of the comma-separated parts are valid values.
 * A single value that contains commas is accepted, because secrets older than the list syntax may contain commas.
 */
function splitSecret(text: string): readonly string[] | null {
  if (text.startsWith('[')) return parseList(text);
  const parts = text.split(',').map((part) => part.trim());
  const random = parts.filter((part) => RANDOM_VALUE.test(part)).length;
  if (parts.length === 1 || random === 0) return [text];
  return random === parts.length ? parts : null;
}

function parseList(text: string): readonly string[] | null {
  try {
    const { data } = z.array(z.string()).min(1).safeParse(JSON.parse(text));
    return data ?? null;
  } catch {
    return null;
  }
}

const SUFFIX = '_FILE';

interface SettingFiles {
  readonly values: Readonly<Record<string, string>>;
  /** One sentence for each file that cannot be used. */
  readonly problems: readonly string[];
}

/**
 * Reads the settings from files named by `<NAME>_FILE` variables. Containers receive secrets as files, because neither
 * `docker inspect` nor a child process can see them. Trailing line breaks are removed. An empty file means that the setting
 * is not set.
 */
export function readSettingFiles(environment: Readonly<NodeJS.ProcessEnv>, names: readonly string[]): SettingFiles {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of names) {
    const path = environment[name + SUFFIX];
    if (!path) continue;
    try {
      const text = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
      if (text && environment[name]) problems.push(`${name}, ${name}${SUFFIX}: only one of them may be set.`);
      if (text) values[name] = text;
    } catch (error) {
      problems.push(`${name}${SUFFIX}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
    }
  }
  return { values, problems };
}
