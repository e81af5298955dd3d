import { Controller, Get, NotFoundException, Param, UseGuards } from '@nestjs/common';
import { apiPaths } from '@trading-platform/domain-types';
import { describedRecord } from '@trading-platform/domain-types/meanings';
import type { DownloadDescription, DownloadName, FunctionsAnswer, RecordDescription } from '../../../wire/index.js';
import { describeFields } from '../../platform/describe-fields.js';
import { downloadRequests, functionRecords, functionTitles, isFunction } from '../../platform/function-records.js';
import { SessionGuard } from '../../session/session.guard.js';

const withoutInput = new Set(['response_type']);

/** What can be requested, and what the records mean: from the one description of both. */
@Controller('api/functions')
@UseGuards(SessionGuard)
export class FunctionsController {
  #downloads: readonly DownloadDescription[] | undefined;

  @Get()
  list(): FunctionsAnswer {
    this.#downloads ??= (Object.keys(downloadRequests) as DownloadName[]).map(describeDownload);
    return { downloads: this.#downloads, titles: functionTitles };
  }

  @Get(':name/record')
  record(@Param('name') name: string): RecordDescription {
    if (!isFunction(name)) throw new NotFoundException();
    return { name, fields: describeFields(describedRecord(functionRecords[name])) };
  }
}

function describeDownload(name: DownloadName): DownloadDescription {
  const { request, check, get } = apiPaths[name];
  const fields = describeFields(describedRecord(downloadRequests[name]));
  return {
    name,
    title: functionTitles[name],
    paths: { request, check, get },
    request: fields.filter((field) => !withoutInput.has(field.name)),
  };
}
