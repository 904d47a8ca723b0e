import { z } from 'zod';

const price = (what: string) =>
  z.coerce
    .number({ error: 'must be a number' })
    .min(0)
    .max(1_000_000)
    .default(0)
    .describe(`Price of a million ${what} tokens, in MODEL_CURRENCY`);
const whole = (fallback: number, least: number, most: number, text: string) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number({ error }).int(error).min(least, error).max(most, error).default(fallback).describe(text);
};

/** The settings of every app that works with a model. Without an address there is no model, and all else goes on. */
export const modelSettings = {
  MODEL_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) address, e.g. https://model.example.com/v1' })
    .optional()
    .describe('OpenAI-compatible endpoint for agents, summaries and briefings; empty: these are switched off'),
  MODEL_API_KEY: z.string().optional().describe('Key of the endpoint; MODEL_API_KEY_FILE names a file that holds it'),
  MODEL_NAME: z.string().min(1).default('default').describe('Model that the endpoint is asked for'),
  MODEL_PRICE_INPUT: price('input'),
  MODEL_PRICE_OUTPUT: price('output'),
  MODEL_CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a currency code, e.g. CNY')
    .default('CNY')
    .describe('Currency of the prices'),
  MODEL_RUN_CEILING: z.coerce
    .number({ error: 'must be a number' })
    .min(0)
    .default(10)
    .describe('Most money that one run may spend, in MODEL_CURRENCY; needs the prices'),
  MODEL_RUN_MAX_TOKENS: whole(2_000_000, 1_000, 1_000_000_000, 'Most tokens that one run may use'),
  MODEL_RUN_TIMEOUT_SEC: whole(1_800, 10, 86_400, 'Most seconds that one run may take with the model'),
  MODEL_TIMEOUT_SEC: whole(60, 1, 600, 'Seconds after which one call is given up'),
  MODEL_RETRIES: whole(2, 0, 5, 'Further tries of a call that failed for a passing reason'),
  MODEL_STREAM: z
    .enum(['true', 'false'])
    .default('false')
    .describe('Ask for answers as a stream: true or false; some gateways cut long answers otherwise'),
  MODEL_LIMIT_FIELD: z
    .enum(['max_tokens', 'max_completion_tokens'])
    .default('max_tokens')
    .describe('Name of the field that limits an answer; newer OpenAI models want max_completion_tokens'),
  MODEL_SUMMARIES: z
    .enum(['on_request', 'all'])
    .default('on_request')
    .describe('Which documents get a summary: those somebody asks for, or all new ones'),
};

export type ModelConfig = z.infer<z.ZodObject<typeof modelSettings>>;

/** What one run may cost. */
export interface RunLimits {
  /** In the currency of the prices; null: no limit. */
  maxCost: number | null;
  maxTokens: number;
  maxMs: number;
}

export interface ModelPrices {
  /** Of a million tokens. */
  input: number;
  output: number;
  currency: string;
}

/** How a configured endpoint is asked. */
export interface ModelEndpoint {
  baseUrl: string;
  apiKey: string | null;
  model: string;
  timeoutMs: number;
  retries: number;
  stream: boolean;
  limitField: 'max_tokens' | 'max_completion_tokens';
}

/** Everything about the model of this installation; null: none is configured. */
export interface ModelSetup {
  endpoint: ModelEndpoint;
  prices: ModelPrices;
  limits: RunLimits;
  summariseAll: boolean;
}

export function modelSetup(config: ModelConfig): ModelSetup | null {
  if (!config.MODEL_BASE_URL) return null;
  return {
    endpoint: {
      baseUrl: config.MODEL_BASE_URL,
      apiKey: config.MODEL_API_KEY ?? null,
      model: config.MODEL_NAME,
      timeoutMs: config.MODEL_TIMEOUT_SEC * 1000,
      retries: config.MODEL_RETRIES,
      stream: config.MODEL_STREAM === 'true',
      limitField: config.MODEL_LIMIT_FIELD,
    },
    prices: { input: config.MODEL_PRICE_INPUT, output: config.MODEL_PRICE_OUTPUT, currency: config.MODEL_CURRENCY },
    limits: {
      maxCost: config.MODEL_PRICE_INPUT + config.MODEL_PRICE_OUTPUT > 0 ? config.MODEL_RUN_CEILING : null,
      maxTokens: config.MODEL_RUN_MAX_TOKENS,
      maxMs: config.MODEL_RUN_TIMEOUT_SEC * 1000,
    },
    summariseAll: config.MODEL_SUMMARIES === 'all',
  };
}
