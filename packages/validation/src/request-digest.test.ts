import { describe, expect, it } from '@jest/globals';
import { downloadRequest } from './download-request.js';
import { judgeBody } from './judge-body.js';

const MasterDownloadRequest = downloadRequest('master');
const digestOf = (body: string) => judgeBody(MasterDownloadRequest, Buffer.from(body)).digest();

describe('requestDigest', () => {
  it.each([
    ['{"exist_mc":"1","prod_kind":"0"}', '{"prod_kind":"0","exist_mc":"1"}'],
    ['{"exist_mc":"1"}', '{"exist_mc":1,"group_code_list":[{}]}'],
    ['{"group_code_list":["1"]}', '{"group_code_list":[{"code":1}]}'],
    ['{}', '{"color":1e999,"size":"\\ud800","deep":[[[[]]]]}'],
  ])('is the same of %s and %s', (one, other) => {
    expect(digestOf(one)).toBe(digestOf(other));
  });

  it.each([
    ['{}', '{"exist_mc":"1"}'],
    ['{"exist_mc":"0"}', '{"exist_mc":"1"}'],
    ['{"group_code_list":["1","2"]}', '{"group_code_list":["2","1"]}'],
  ])('differs of %s and %s', (one, other) => {
    expect(digestOf(one)).not.toBe(digestOf(other));
  });
});
