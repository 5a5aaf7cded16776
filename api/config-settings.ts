import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** A setting that cannot work; the message names each variable and what to do. */
export class ConfigError extends Error {
  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'ConfigError';
  }
}

/** The log in KurrentDB. */
export interface KurrentDbSettings {
  readonly url: string;
  /** Begins the name of each stream; '' in a cluster of the platform's own. */
  readonly streamPrefix: string;
}

/** Where heads of seals are written outside the database; each is undefined unless it is used. */
export interface SealAnchorSettings {
  /** Path of a file to append to. */
  readonly file: string | undefined;
  /** Address that receives each anchor as JSON. */
  readonly webhook: string | undefined;
  /** Syslog server: `tls://`, `tcp://` or `udp://`. */
  readonly syslog: string | undefined;
}

/** An address that receives anchors. They prove nothing when they can be changed on their way. */
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

/** Card payment through Stripe. */
export interface StripeSettings {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  readonly priceId: string;
  /** Undefined: Stripe's own. */
  readonly apiBase: string | undefined;
  /** How long one call may take before it counts as unanswered. */
  readonly timeoutMs: number;
}

const STRIPE_TIMEOUT_MS = 8_000;

/** The environment variables of card payment, as far as they are set. */
interface StripeVariables {
  readonly STRIPE_SECRET_KEY?: string | undefined;
  readonly STRIPE_PUBLISHABLE_KEY?: string | undefined;
  readonly STRIPE_WEBHOOK_SECRET?: string | undefined;
  readonly STRIPE_PRICE_ID?: string | undefined;
  readonly STRIPE_API_BASE?: string | undefined;
}

/** Returns the settings of card payment, undefined when there is none. @throws ConfigError when they do not fit together */
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
    throw new ConfigError(['STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: one is for tests and the other is live.']);
  }
  return { secretKey, publishableKey, webhookSecret, priceId, apiBase, timeoutMs: STRIPE_TIMEOUT_MS };
}

/** The game build that is served. */
export interface UnityBuildSettings {
  /** Undefined: the training build. */
  readonly folder: string | undefined;
  /** Chooses between several builds in the folder. */
  readonly name: string | undefined;
}

/** What the game is told besides who plays it. */
export interface GameSettings {
  readonly sysHighClassification: string;
  readonly udlApiUrl: string;
  readonly udlUsername: string;
  readonly udlPassword: string;
  /** The game is given address and credentials of the data library itself, as builds of before the proxy route expect. */
  readonly udlDirect: boolean;
  /** Milliseconds until an answer of the data library must be complete. */
  readonly udlTimeoutMs: number;
}

/** Decides which traces are recorded, named as OpenTelemetry does; with `parentbased_` the caller's decision wins. */
const TRACE_SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Traces by OpenTelemetry. */
export interface TracingSettings {
  /** Base address of the OTLP/HTTP receiver. */
  readonly endpoint: string;
  /** Headers of each export as `name=value,name=value`; they may hold a token. */
  readonly headers: string | undefined;
  readonly serviceName: string;
  readonly sampler: (typeof TRACE_SAMPLERS)[number];
  /** The share of traces that samplers by ratio record. */
  readonly ratio: number;
}

/** The environment variables of tracing, with the names that OpenTelemetry gives them. */
export const tracingEnvironment = {
  /** Traces are sent to this OTLP/HTTP receiver, such as http://collector:4318; without it nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .max(1_000)
    .optional(),
  /** Headers for the receiver, as name=value pairs separated by commas. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .max(4_000)
    .regex(/^[^\s=,]+=[^,]*(,\s*[^\s=,]+=[^,]*)*$/, 'must be name=value pairs, separated by commas')
    .optional(),
  /** The name of this node's service in traces; `ready-room-` and its roles by default. */
  OTEL_SERVICE_NAME: z.string().max(200).optional(),
  /** Which traces are recorded. */
  OTEL_TRACES_SAMPLER: z.enum(TRACE_SAMPLERS).default('parentbased_traceidratio'),
  /** The share of traces that samplers by ratio record, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.1),
};

/** Reads the settings of tracing; undefined when no receiver is set. */
export function tracingOf(
  env: z.infer<z.ZodObject<typeof tracingEnvironment>>,
  roles: readonly string[],
): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = env;
  if (endpoint === undefined) return undefined;
  const serviceName = env.OTEL_SERVICE_NAME ?? ['ready-room', ...roles].join('-');
  return { endpoint, headers, serviceName, sampler: env.OTEL_TRACES_SAMPLER, ratio: env.OTEL_TRACES_SAMPLER_ARG };
}

const RANDOM = 'must hold at least 256 random bits, for example the output of: openssl rand -base64 32';
/** 64 hexadecimal digits still have more; a word or a key held down has not. */
const FEWEST_CHARACTERS = 8;
const MOST_VALUES = 20;
const EXAMPLE = /change.?(me|this)|example|your.?(own|secret|key)/i;
/** A value as `openssl rand` writes it; others may hold commas of their own. */
const RANDOM_VALUE = /^[\w+/=-]{43,}$/;

/** One value of a secret. */
const SecretValue = z
  .string()
  .min(43, RANDOM)
  .max(1_000)
  .refine((text) => new Set(text).size >= FEWEST_CHARACTERS && !EXAMPLE.test(text), {
    message: `${RANDOM}; this one came with an example`,
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

/** The values of a secret, the newest first: that one is used for what is new, the others for what exists. */
export const secretValues = (secret: string): readonly string[] => splitSecret(secret) ?? [secret];

/** The value of a secret that is used for what is new. */
export const newestSecret = (secret: string): string => secretValues(secret)[0]!;

/** Null when only some parts between commas can be values. Values that were set before there were lists may hold commas. */
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
  /** One sentence for each file that gives nothing. */
  readonly problems: readonly string[];
}

/**
 * What lies in the files that `<NAME>_FILE` points to, for each name that has such a variable: containers are handed secrets
 * as files, where neither `docker inspect` nor a child process sees them. Line ends after the value do not belong to it; an
 * empty file is like an empty variable, a setting that is not set.
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
