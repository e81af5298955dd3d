import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { codeLanguages, requestCode } from './request-code.js';

const download = {
  name: 'master' as const,
  sdkPath: 'master',
  paths: { request: '/master/download/buy/request', check: '', get: '' },
};
const awkward = { exist_mc: '1', member_code_list: ['10010001', `it's "so" \\ $(x) \`y\` 本部`] };

describe('a request elsewhere', () => {
  it('says with curl what the form says, whatever stands in it', () => {
    const code = requestCode('curl', download, awkward).replace('curl', 'printf "%s\\n"');
    const said = execFileSync('sh', ['-c', code], {
      env: { API_URL: 'https://api', ACCESS_TOKEN: 't' },
      encoding: 'utf8',
    });
    const lines = said.trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual(awkward);
    expect(lines).toContain('https://api/master/download/buy/request');
  });

  it('says with Node what the form says', () => {
    const code = requestCode('node', download, awkward);
    const [, literal = ''] = /download\(([^]*?)\);\nfor/.exec(code) ?? [];
    const printed = execFileSync(process.execPath, ['-p', `JSON.stringify(${literal})`], { encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual(awkward);
  });

  it('says with Python what the form says', () => {
    const [, literal = ''] = /json\.dumps\(([^]*?)\)\.encode/.exec(requestCode('python', download, awkward)) ?? [];
    const printed = execFileSync('python3', ['-c', `import json\nprint(json.dumps(${literal}))`], { encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual(awkward);
  });

  it('names the flags of tp as tp does', () => {
    const code = requestCode('tp', download, { exist_mc: '1', member_code_list: ['10010001', '10010002'] });
    expect(code).toBe(
      'tp download master \\\n  --exist-mc 1 \\\n  --member-code 10010001,10010002 \\\n  --out master.ndjson',
    );
  });

  it('has no secret in it', () => {
    for (const language of codeLanguages)
      expect(requestCode(language, download, {})).not.toMatch(/Bearer [A-Za-z0-9]{2}/);
  });
});
