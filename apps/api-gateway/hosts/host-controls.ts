import { type HostControl } from '@govcrawler/fetch';

/** How hosts are doing and what operators decide about them; in the process that fetches, or shared through Redis. */
export abstract class HostControls implements Pick<HostControl, keyof HostControl> {
  abstract views: HostControl['views'];
  abstract limitsOf: HostControl['limitsOf'];
  abstract applyRules: HostControl['applyRules'];
  abstract reset: HostControl['reset'];
  abstract pause: HostControl['pause'];
  abstract cookieNames: HostControl['cookieNames'];
  abstract dropCookies: HostControl['dropCookies'];
}
