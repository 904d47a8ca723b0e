export { AttachmentModule, type AttachmentInfrastructure } from './attachment.module.js';
export { attachmentQueueOptions } from './attachment-queue.js';
export { attachmentConfigSchema } from './config.js';
