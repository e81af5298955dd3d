import { Get, NotFoundException, Param } from '@nestjs/common';
import { NeedsRight } from '@trading-platform/auth-core/nest';
import type { DownloadName } from '@trading-platform/domain-types';
import { describedRecord } from '@trading-platform/domain-types/meanings';
import type {
  BothLanguages,
  DownloadDescription,
  FunctionName,
  FunctionsAnswer,
  RecordDescription,
  Right,
} from '../../../wire/index.js';
import { fieldDescriptions } from '../../platform/field-descriptions.js';
import { batchFunctions, downloadsByUse, isFunction } from '../../platform/function-records.js';
import { ConsoleApi } from '../../session/console-api.js';

const withoutInput = new Set(['response_type']);

/** The downloads, and the meanings of their record fields. The texts come from `domain-types`. */
@ConsoleApi('api/functions')
export class FunctionsController {
  #downloads: readonly DownloadDescription[] | undefined;

  @Get()
  @NeedsRight()
  list(): FunctionsAnswer {
    this.#downloads ??= Object.values(downloadsByUse).map(downloadDescription);
    return { downloads: this.#downloads, titles, rights };
  }

  @Get(':name/record')
  @NeedsRight()
  record(@Param('name') name: string): RecordDescription {
    if (!isFunction(name)) throw new NotFoundException();
    return { name, fields: fieldDescriptions(describedRecord(batchFunctions[name].record)) };
  }
}

const titles = Object.fromEntries(Object.entries(batchFunctions).map(([name, { words }]) => [name, words])) as Record<
  FunctionName,
  BothLanguages
>;

const rights = Object.fromEntries(Object.entries(batchFunctions).map(([name, { right }]) => [name, right])) as Record<
  FunctionName,
  Right
>;

function downloadDescription(download: (typeof downloadsByUse)[DownloadName]): DownloadDescription {
  const { request, check, get } = download.paths;
  const fields = fieldDescriptions(describedRecord(download.request));
  return {
    name: download.name,
    title: download.words,
    paths: { request, check, get },
    sdkPath: 'group' in download ? `${download.group}.${download.sdkName}` : download.sdkName,
    request: fields.filter((field) => !withoutInput.has(field.name)),
  };
}
