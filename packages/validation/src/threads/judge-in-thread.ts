import { parentPort } from 'node:worker_threads';
import type { ErrorEntry } from '@trading-platform/domain-types';
import { errorsIn } from '@trading-platform/domain-types/error-texts';
import type { ClassOrigin } from '../class-origin.js';
import { ignoredFieldsHeader } from '../ignored-fields-header.js';
import * as requestClasses from '../index.js';
import { asJson } from '../judge-body.js';
import type { NamedMember } from '../named-member.js';
import { parseBody, UnreadableBodyError } from '../parse-body.js';
import { examineRequest, inOrderOfFields } from '../read-request.js';
import { codesOf, refusedPlaces } from '../refused-members.js';
import { requestDigest } from '../request-digest.js';
import type { Answer, JoinTask, JudgeTask, Task } from './task.js';

// The thread of `JudgingThread`: it answers the tasks in turn.
parentPort?.on('message', (task: Task) => {
  if (task.kind === 'join') send(join(task), []);
  else judge(task);
});

function judge(task: JudgeTask): void {
  try {
    const {
      value = {},
      errors,
      ignoredFields,
      namedMembers,
    } = examineRequest(classOf(task.requestClass), parseBody(task.body));
    const judged = {
      value: asJson(value),
      ignoredFields: ignoredFieldsHeader(ignoredFields),
      named: codesOf(namedMembers),
      hasDefects: errors.length > 0,
      defects: asJson(errors),
      places: asJson(namedMembers),
      digest: task.wantsDigest && errors.length === 0 ? requestDigest(value) : undefined,
    };
    send({ kind: 'judged', judged }, [judged.value, judged.defects, judged.places]);
  } catch (error) {
    if (!(error instanceof UnreadableBodyError)) throw error;
    send({ kind: 'unreadable', reason: error.reason }, []);
  }
}

function join({ requestClass, defects, places, refused, language }: JoinTask): Answer {
  const errors = JSON.parse(String(Buffer.from(defects))) as ErrorEntry[];
  const named = JSON.parse(String(Buffer.from(places))) as NamedMember[];
  const all = [...errors, ...refusedPlaces(named, refused)];
  return { kind: 'joined', defects: asJson(errorsIn(language, inOrderOfFields(classOf(requestClass), all))) };
}

/** Transfers bytes that have their own buffer. Short ones are in a shared pool and are copied. */
function send(answer: Answer, bytes: readonly Uint8Array[]): void {
  const alone = bytes.filter(({ byteLength, buffer }) => byteLength > 0 && byteLength === buffer.byteLength);
  parentPort?.postMessage(
    answer,
    alone.map(({ buffer }) => buffer as ArrayBuffer),
  );
}

type RequestClass = new () => object;
const made = new Map<string, RequestClass>();

function classOf(origin: ClassOrigin): RequestClass {
  const key = JSON.stringify(origin);
  const known = made.get(key) ?? makeClass(origin);
  made.set(key, known);
  return known;
}

function makeClass({ name, parameters }: ClassOrigin): RequestClass {
  const exported = (requestClasses as Readonly<Record<string, unknown>>)[name];
  if (parameters === undefined) return exported as RequestClass;
  return (exported as (...values: readonly unknown[]) => RequestClass)(...parameters);
}
