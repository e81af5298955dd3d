import { Module } from '@nestjs/common';
import { pageFolder } from '../page-folder.js';
import { PageController } from './page.controller.js';
import { PageFiles } from './page-files.js';

/** Serves the page that users see. */
@Module({
  controllers: [PageController],
  providers: [{ provide: PageFiles, useFactory: () => PageFiles.open(pageFolder) }],
})
export class PageModule {}
