export { ensureFirstUser, type FirstUser, type FirstUserStore } from './auth/ensure-first-user.js';
export { gatewayConfigSchema, type GatewayConfig } from './config.js';
export { createGatewayApp, type GatewayAddress, type GatewayApp } from './create-gateway-app.js';
export { departmentsFileSchema, seedDepartments, type DepartmentSeedStore } from './departments/seed-departments.js';
export { Clock, GatewayInfrastructure, StoredFiles } from './gateway-infrastructure.js';
export { GatewayModule } from './gateway.module.js';
export { VERSION } from './health/health.controller.js';
export { explainListenError } from './http/listen-error.js';
export { JobLanes, RunTarget } from './targets/run-target.js';
