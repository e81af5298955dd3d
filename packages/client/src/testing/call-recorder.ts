/** A recorded call, without host, headers and secrets. */
export interface RecordedCall {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly body: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: string;
}

/** The recording is plain data, which a test can keep in a JSON file. */
export interface Recording {
  readonly calls: readonly RecordedCall[];
}

type Fetch = typeof globalThis.fetch;

const secretFields = ['user_password', 'client_secret', 'refresh_token', 'token', 'code', 'code_verifier'];
const secretAnswers = ['access_token', 'refresh_token', 'id_token'];
/** Headers that no longer apply, because the recorded answer is whole and uncompressed. */
const leftOut = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'date',
]);
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Records the calls of a client and the platform's answers, for tests without the platform. Passwords, secrets, codes
 * and tokens are replaced. The records of the platform stay unchanged in the recording, so use data that may be kept.
 *
 * @example
 * const recorder = new CallRecorder();
 * const client = PlatformClient.fromEnv({ fetch: recorder.fetch });
 * // After the calls:
 * await writeFile('calls.json', JSON.stringify(recorder.recording));
 * // Later, in a test:
 * const recording = JSON.parse(await readFile('calls.json', 'utf8'));
 * const testClient = PlatformClient.fromEnv({ fetch: replay(recording) });
 */
export class CallRecorder {
  readonly #calls: RecordedCall[] = [];
  readonly #through: Fetch;

  /** @param through makes the calls; default: the global `fetch` */
  constructor(through: Fetch = (input, init) => globalThis.fetch(input, init)) {
    this.#through = through;
  }

  /** All calls until now. */
  get recording(): Recording {
    return { calls: [...this.#calls] };
  }

  /** The `fetch` option of the client. */
  readonly fetch: Fetch = async (input, init) => {
    const request = new Request(input, init);
    const sent = await request.clone().text();
    const response = await this.#through(input, init);
    const bytes = await response.arrayBuffer();
    const { method, path, body } = keyParts(request, sent);
    const headers = Object.fromEntries([...response.headers].filter(([name]) => !leftOut.has(name)));
    const answer = withoutSecrets(decoder.decode(bytes), isForm(request), this.#calls.length);
    this.#calls.push({ method, path, body, status: response.status, headers, answer });
    return new Response(bytes, { status: response.status, headers });
  };
}

/**
 * Answers calls from a recording. Calls with the same method, path and body get their answers in the recorded order.
 * After the last recorded answer, they get this answer again. Other calls are refused.
 */
export function replay({ calls }: Recording): Fetch {
  const queues = new Map<string, RecordedCall[]>();
  for (const call of calls) queues.set(keyOf(call), [...(queues.get(keyOf(call)) ?? []), call]);
  return async (input, init) => {
    init?.signal?.throwIfAborted();
    const request = new Request(input, init);
    const parts = keyParts(request, await request.text());
    const queue = queues.get(keyOf(parts)) ?? [];
    const call = queue.length > 1 ? queue.shift() : queue[0];
    if (call === undefined) return notRecorded(parts, isForm(request));
    return new Response(call.answer, { status: call.status, headers: call.headers });
  };
}

type KeyParts = Pick<RecordedCall, 'method' | 'path' | 'body'>;

function keyOf({ method, path, body }: KeyParts): string {
  return `${method} ${path} ${body}`;
}

function keyParts(request: Request, sent: string): KeyParts {
  const { pathname, search } = new URL(request.url);
  return { method: request.method, path: pathname + search, body: isForm(request) ? maskedForm(sent) : sent };
}

function isForm(request: Request): boolean {
  return request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') === true;
}

function maskedForm(sent: string): string {
  const form = new URLSearchParams(sent);
  for (const name of secretFields) if (form.has(name)) form.set(name, '***');
  return form.toString();
}

/** The tokens in the answer to a form are replaced by numbered names. */
function withoutSecrets(answer: string, isOfForm: boolean, number: number): string {
  if (!isOfForm) return answer;
  try {
    const record = JSON.parse(answer) as Record<string, unknown>;
    for (const name of secretAnswers) if (name in record) record[name] = `${name}-${number}`;
    return JSON.stringify(record);
  } catch {
    return '';
  }
}

function notRecorded({ method, path, body }: KeyParts, isOfForm: boolean): Response {
  const detail = `This call is not in the recording: ${method} ${path} ${body}`;
  const refusal = isOfForm
    ? { error: 'invalid_request', error_description: detail }
    : {
        request_id: 'replay',
        result: 1,
        error_list: [{ error_item: '', error_code: 'E700004', error_detail: detail }],
      };
  return Response.json(refusal, { status: isOfForm ? 400 : 404 });
}
