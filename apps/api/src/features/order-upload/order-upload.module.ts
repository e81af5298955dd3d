import { Module } from '@nestjs/common';
import { OrderUploadController } from './order-upload.controller.js';
import { OrderUploadSteps } from './order-upload-steps.js';

/** The module for uploading orders (Spec 4.11). */
@Module({ controllers: [OrderUploadController], providers: [OrderUploadSteps] })
export class OrderUploadModule {}
