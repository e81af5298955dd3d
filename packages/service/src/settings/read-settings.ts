import type { Environment } from './environment.js';
import { type GivenText, readSecret } from './secret-file.js';
import type { ReadSetting, Setting, SettingValue } from './setting.js';

/** Settings with a program's own names. */
export type SettingDefinitions = Readonly<Record<string, Setting<unknown>>>;

/** The values of some settings, each typed by its definition. */
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
 * Reads all settings of a program at once. An absent or empty variable has its default. A secret may be in a file named
 * by `<name>_FILE`.
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
  const { name, secret } = setting;
  const { text, defect }: GivenText = secret === true ? readSecret(name, environment) : { text: environment[name] };
  if (defect !== undefined) return { defect };
  return text ? givenValue(setting, text, environment) : defaultOf(setting, environment);
}

function defaultOf(setting: Setting<unknown>, environment: Environment): Outcome {
  const read = reader(environment);
  if (setting.default === undefined) {
    return setting.derive === undefined ? { defect: `${setting.name} is required` } : { value: setting.derive(read) };
  }
  const refusal = setting.refuseDefault?.(read);
  return refusal === undefined ? valueOf(setting, setting.default) : { defect: `${setting.name} ${refusal}` };
}

function givenValue(setting: Setting<unknown>, text: string, environment: Environment): Outcome {
  const outcome = valueOf(setting, text);
  if ('defect' in outcome) return outcome;
  const refusal = setting.refuseValue?.(outcome.value, reader(environment));
  return refusal === undefined ? outcome : { defect: `${setting.name} ${refusal}` };
}

function valueOf(setting: Setting<unknown>, text: string): Outcome {
  const parsed = setting.type.safeParse(text);
  if (parsed.success) return { value: parsed.data };
  const shown = setting.secret === true ? '' : ` (it is ${JSON.stringify(text)})`;
  return { defect: `${setting.name} ${parsed.error.issues[0]?.message ?? 'is wrong'}${shown}` };
}

function reader(environment: Environment): ReadSetting {
  return <Value>(other: Setting<Value>) => {
    const given = readSetting(other, environment);
    const usable = 'value' in given ? given : readSetting(other, {});
    return ('value' in usable ? usable.value : undefined) as Value;
  };
}
