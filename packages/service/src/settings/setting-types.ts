import { z } from 'zod';
import { AddressRule } from '../outbound/address-rule.js';

/** Types of settings, as texts. */
export const settingTypes = {
  text: z.string(),
  secretKey: z.string().refine((text) => Array.from(text).length >= 32, { error: 'must have at least 32 characters' }),
  /** A value that pages show: an https address, or a text for people. */
  linkOrText: z
    .string()
    .max(300, { error: 'must have at most 300 characters' })
    .refine((text) => text.trim() !== '' && !/\p{C}/u.test(text), {
      error: 'must be an https address, or a text in one line',
    })
    .refine((text) => !/^https?:/.test(text) || (text.startsWith('https:') && URL.canParse(text)), {
      error: 'must be an https address, or a text',
    }),
  port: integerType(0, 65_535),
  flag: z
    .enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
    .transform((text) => text === 'true' || text === '1'),
  url: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .transform((address) => address.replace(/(?<!\/)\/+$/, '')),
  databaseAddress: z.string().regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, {
    error: 'must be sqlite:path or postgres://user:password@host:port/name',
  }),
  bucketAddress: z
    .string()
    .regex(/^s3:\/\/[^/@]+/, { error: 'must be s3://bucket/prefix?region=… or s3://bucket/prefix?endpoint=https://…' }),
  /** `a/b` or `/a/b/`. The value begins with a slash and does not end with one, or is empty. */
  pathPrefix: z
    .string()
    .regex(/^[\w\-./~]*$/, { error: 'must be a path such as /ordApi/order' })
    .transform((path) => path.replace(/^\/*/, '/').replace(/(?<!\/)\/+$/, '')),
  /** `public`, networks in CIDR notation, or both, separated by commas. */
  addressRule: z.string().transform((text, context) => {
    const rule = AddressRule.read(text);
    if (rule !== undefined) return rule;
    context.addIssue('must be public, networks such as 10.1.0.0/16, or both with commas between');
    return z.NEVER;
  }),
  pathSegment: z.string().regex(/^[\w\-.~]+$/, { error: 'must be one path segment' }),
  integer: integerType,
  oneOf: oneOfType,
} as const;

function integerType(least: number, most: number = Number.MAX_SAFE_INTEGER) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^-?\d{1,16}$/, { error })
    .transform(Number)
    .pipe(z.number().min(least, { error }).max(most, { error }));
}

function oneOfType<const Value extends string>(values: readonly Value[]) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}
