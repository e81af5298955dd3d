import { expect } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** The parts of an OpenAPI document that tests read. References are resolved. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly headers?: Readonly<Record<string, unknown>>;
    readonly responses?: Readonly<Record<string, OpenApiResponse>>;
  };
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, OpenApiContent>> };
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

interface OpenApiContent {
  readonly schema: object;
  readonly example?: object;
  readonly examples?: Readonly<Record<string, { readonly value: object }>>;
}

interface OpenApiResponse {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, OpenApiContent>>;
}

/** Compares answers with the descriptions in an OpenAPI document. */
export class AnswerCheck {
  readonly #document: OpenApiDocument;
  // The generated code checks only few answers, so optimising it would cost more than it saves.
  readonly #ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    coerceTypes: false,
    code: { optimize: false },
  });
  /** Compiled schemas by their texts, because many answers have the same schema. */
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
    this.#ajv.addSchema(document, 'document');
  }

  /** Fails unless the status, the headers and the body are as described. */
  async expectDescribed(operation: OpenApiOperation, answer: Response): Promise<void> {
    const { status, headers } = answer;
    const text = await answer.text();
    const described = this.#resolve(operation.responses[String(status)]);
    expect({ ...this.#about(operation, status, text), isDescribed: described !== undefined }).toMatchObject({
      isDescribed: true,
    });
    this.#checkHeaders(operation, described, headers);
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    const content = described?.content?.[type];
    if (text === '' && described?.content === undefined) return;
    expect({ ...this.#about(operation, status, text), content: content?.schema }).toMatchObject({
      content: expect.anything(),
    });
    if (type !== 'application/json') return;
    expect({
      ...this.#about(operation, status, text),
      defects: this.#defects(content?.schema ?? {}, JSON.parse(text)),
    }).toMatchObject({
      defects: [],
    });
  }

  #resolve(response: OpenApiResponse | undefined): OpenApiResponse | undefined {
    const name = response?.$ref?.split('/').at(-1);
    return name === undefined ? response : this.#document.components.responses?.[name];
  }

  #checkHeaders({ operationId }: OpenApiOperation, described: OpenApiResponse | undefined, headers: Headers): void {
    const known = Object.keys(this.#document.components.headers ?? {});
    for (const name of known.filter((each) => headers.has(each))) {
      expect([operationId, name, Object.keys(described?.headers ?? {})]).toEqual([
        operationId,
        name,
        expect.arrayContaining([name]),
      ]);
      const schema = { $ref: `document#/components/headers/${name}/schema` };
      const value = headers.get(name) ?? '';
      const fits = this.#defects(schema, value).length === 0 || this.#defects(schema, Number(value)).length === 0;
      expect([name, value, fits]).toEqual([name, value, true]);
    }
  }

  #defects(schema: object, value: unknown): readonly string[] {
    const text = absolute(schema);
    const isFit = this.#compiled.get(text) ?? this.#ajv.compile(JSON.parse(text) as object);
    this.#compiled.set(text, isFit);
    isFit(value);
    return (isFit.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }

  #about({ operationId }: OpenApiOperation, status: number, text: string): object {
    return { operationId, status, body: text.slice(0, 500) };
  }
}

/** Returns the text of the schema. The references in the text point into the document. */
function absolute(schema: object): string {
  return JSON.stringify(schema).replaceAll('"#/', '"document#/');
}
