export { fetchServiceConfigSchema } from './config.js';
