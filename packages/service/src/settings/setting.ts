import type { z } from 'zod';

/** Reads the value that another setting has in the same environment; a wrong value there counts as its default. */
export type ReadSetting = <Value>(setting: Setting<Value>) => Value;

/**
 * One variable of the environment: its name, what it means and what it may hold, once for every program that reads it.
 */
export interface Setting<Value> {
  readonly name: string;
  /** One or two sentences for the person who operates the service. */
  readonly description: string;
  /** From the text of the variable to its value. */
  readonly type: z.ZodType<Value>;
  /** The text that holds when the variable is absent, where it does not depend on other settings. */
  readonly default?: string;
  /** The value that holds when the variable is absent, from other settings. */
  readonly derive?: (read: ReadSetting) => Value;
  /** Says in words what `derive` does, for papers. */
  readonly derived?: string;
  /** Never shown, not even when it is wrong. */
  readonly secret?: boolean;
}

/** The value that a setting has once it is read. */
export type SettingValue<S> = S extends Setting<infer Value> ? Value : never;

/** Types a setting from what its `type` yields. */
export function defineSetting<Value>(setting: Setting<Value>): Setting<Value> {
  return setting;
}
