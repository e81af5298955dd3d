import type { ReadSetting, Setting, SettingValue } from './setting.js';

/** The variables of a process's environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Some settings, under the names that a program has for them. */
export type SettingDefinitions = Readonly<Record<string, Setting<unknown>>>;

export type Settings<Definitions extends SettingDefinitions> = {
  readonly [Key in keyof Definitions]: SettingValue<Definitions[Key]>;
};

/** Some variables of the environment are wrong. The message names each of them, and never shows a secret. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly code = 'settings-invalid';
  /** One entry per wrong variable: `API_PORT must be …`. */
  readonly defects: readonly string[];

  constructor(defects: readonly string[]) {
    super(defects.join('; '));
    this.defects = defects;
  }
}

/**
 * Reads all settings of a program at once. A variable that is absent or empty has its default.
 *
 * @throws SettingsError that names every wrong variable
 * @example readSettings({ port: platformSettings.API_PORT }, process.env) // { port: 4001 }
 */
export function readSettings<Definitions extends SettingDefinitions>(
  definitions: Definitions,
  environment: Environment,
): Settings<Definitions> {
  const defects: string[] = [];
  const entries = Object.entries(definitions).map(([key, setting]) => {
    const outcome = readSetting(setting, environment);
    if ('defect' in outcome) defects.push(outcome.defect);
    return [key, 'value' in outcome ? outcome.value : undefined];
  });
  if (defects.length > 0) throw new SettingsError(defects);
  return Object.fromEntries(entries) as Settings<Definitions>;
}

type Outcome = { readonly value: unknown } | { readonly defect: string };

function readSetting(setting: Setting<unknown>, environment: Environment): Outcome {
  const text = environment[setting.name] || setting.default;
  if (text === undefined) return setting.derive === undefined ? missing(setting) : derived(setting, environment);
  const parsed = setting.type.safeParse(text);
  if (parsed.success) return { value: parsed.data };
  const shown = setting.secret === true ? '' : ` (it is ${JSON.stringify(text)})`;
  return { defect: `${setting.name} ${parsed.error.issues[0]?.message ?? 'is wrong'}${shown}` };
}

function missing(setting: Setting<unknown>): Outcome {
  return { defect: `${setting.name} is required` };
}

function derived(setting: Setting<unknown>, environment: Environment): Outcome {
  const read: ReadSetting = <Value>(other: Setting<Value>) => {
    const given = readSetting(other, environment);
    const usable = 'value' in given ? given : readSetting(other, {});
    return ('value' in usable ? usable.value : undefined) as Value;
  };
  return { value: setting.derive?.(read) };
}
