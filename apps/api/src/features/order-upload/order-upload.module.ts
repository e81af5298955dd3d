import { Module } from '@nestjs/common';
import { OrderUploadController } from './order-upload.controller.js';
import { OrderUploadSteps } from './order-upload-steps.js';

/** Upload of orders (Spec 4.11). */
@Module({ controllers: [OrderUploadController], providers: [OrderUploadSteps] })
export class OrderUploadModule {}
