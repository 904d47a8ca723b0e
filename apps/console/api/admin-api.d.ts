// Generated from the API document: npm run openapi

export interface paths {
    "/admin/api/adapters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Registry_adapters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Alerts_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/alerts/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AlertChannels_channels"];
        put?: never;
        post: operations["AlertChannels_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/alerts/channels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["AlertChannels_update"];
        post?: never;
        delete: operations["AlertChannels_remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/alerts/channels/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Sends a message that says that it is a test; the delivery log tells what became of it. */
        post: operations["AlertChannels_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/alerts/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AlertChannels_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/alerts/deliveries/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AlertChannels_resend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/alerts/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AlertChannels_incidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/alerts/incidents/{id}/ack": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AlertChannels_acknowledge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/articles/bulk-delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Articles_bulkDelete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/articles/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The articles that a search finds, as a file; it is sent while it is written. */
        get: operations["Export_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/articles/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Articles_search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/articles/search/ids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Articles_searchIds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/articles/summaries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Has documents of any source summarised; those with a valid summary are left out. */
        post: operations["Briefings_summarise"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/articles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Articles_read"];
        put?: never;
        post?: never;
        delete: operations["Articles_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/articles/{id}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Documents_attachments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/articles/{id}/original": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The page as it came, sandboxed. */
        get: operations["Documents_original"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/articles/{id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Documents_revisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/articles/{id}/revisions/{revision}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Documents_revision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/attachments/retry-failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Downloads every attachment again that failed. */
        post: operations["Documents_retryFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/attachments/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The bytes of an attachment, sandboxed; takes Range. */
        get: operations["Documents_content"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/attachments/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Downloads an attachment again that failed, or whose file is gone from the data folder. */
        post: operations["Documents_retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/attachments/{id}/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Documents_text"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Audit_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/briefings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Briefings_list"];
        put?: never;
        post: operations["Briefings_start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/briefings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Briefings_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/briefings/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Briefings_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/briefings/{id}/deliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Sends a finished briefing to the webhook of a consumer, once more if need be. */
        post: operations["Briefings_deliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/briefings/{id}/markdown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Briefings_markdown"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/consumers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["FollowedConsumers_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/discoveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Discoveries_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/discoveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Discoveries_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/discoveries/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Discoveries_accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/discoveries/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description What was found so far stays. */
        post: operations["Discoveries_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Server-sent events: hello, job, queue, alerts, briefings, reset and bye, each as LiveEvents describes it. */
        get: operations["Events_stream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/hosts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Hosts_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/hosts/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Hosts_policies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/hosts/policies/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** @description Limits for a domain and everything under it, in force at once in every replica. */
        put: operations["Hosts_setPolicy"];
        post?: never;
        /** @description Gives a domain back to the built-in limits. */
        delete: operations["Hosts_dropPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/hosts/{host}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Hosts_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/hosts/{host}/cookies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["Hosts_dropCookies"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/hosts/{host}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Leaves the host alone: nothing more is fetched from it, and its targets do not run. */
        post: operations["Hosts_pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/hosts/{host}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Forgets cooldown, breaker and Retry-After: the next request goes out at once. */
        post: operations["Hosts_reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/hosts/{host}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Hosts_resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/inspections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Inspections_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/inspections/{id}/correct": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Reads the fetched pages again by other selectors; nothing is fetched and nothing saved. */
        post: operations["Inspections_correct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/jobs/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Jobs_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/jobs/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Jobs_queue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/jobs/retry-failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Jobs_retryFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/jobs/schedule-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description When a target with this cron expression would run, by the scheduler's own reading of it. */
        get: operations["Jobs_previewSchedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/jobs/scheduled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Jobs_scheduled"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Jobs_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/jobs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Jobs_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/jobs/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Jobs_retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Keys_list"];
        put?: never;
        /** @description The key is in this answer and nowhere else, ever. */
        post: operations["Keys_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Revokes a key: within five seconds no replica takes it any more. */
        delete: operations["Keys_revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/local-departments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Departments_list"];
        put?: never;
        post: operations["Departments_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/local-departments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Departments_read"];
        put: operations["Departments_update"];
        post?: never;
        delete: operations["Departments_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/logs/recent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Logs_recent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Whether agents, summaries and briefings can work here. */
        get: operations["Briefings_model"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/registry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Registry_registry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/reparses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Reparse_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/reparses/{id}/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Writes what a finished preview showed, as new revisions; the override must be saved by then. */
        post: operations["Reparse_apply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/reparses/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description What was written so far stays. */
        post: operations["Reparse_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/selector-proposals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SelectorProposals_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Session_show"];
        put?: never;
        post: operations["Session_open"];
        delete: operations["Session_close"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/session/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** @description Changes one's own password; every other session of the account ends. */
        put: operations["Session_changePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["OpenSessions_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["OpenSessions_close"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SystemSettings_read"];
        /** @description What is not sent stays as it is. */
        put: operations["SystemSettings_change"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Sites_list"];
        put?: never;
        post: operations["Sites_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/sites/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Sites_read"];
        put: operations["Sites_update"];
        post?: never;
        delete: operations["Sites_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/sites/{code}/toggle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Sites_toggle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Sources_list"];
        put?: never;
        post: operations["Sources_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/sources/discover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Starts the search for the feeds of a page. */
        post: operations["Sources_discover"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/sources/discover/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Sources_discovery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/sources/opml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description All feeds as an OPML file, for any feed reader. */
        get: operations["Sources_exportOpml"];
        put?: never;
        /** @description Makes a source of every feed of an OPML file that is not one yet; folders become categories. */
        post: operations["Sources_importOpml"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/sources/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Sources_summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/sources/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Sources_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/sources/{code}/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The decision log: why each check was then, and what it found. */
        get: operations["Sources_checks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/sources/{code}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Ends a stop or a back-off: the source is due at once. */
        post: operations["Sources_resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/stats/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What was collected on each of the last days, in all and by site. */
        get: operations["Stats_activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/stats/by-category": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Stats_byCategory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/stats/by-dept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Stats_byDepartment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/stats/by-month": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description By the month of publication. */
        get: operations["Stats_byMonth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/stats/by-site": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Stats_bySite"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/stats/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Stats_overview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/targets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["TargetEdits_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/targets/bulk-create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["TargetEdits_bulkCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/targets/bulk-create-yaml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["TargetEdits_bulkCreateYaml"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/targets/bulk-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Targets_bulkRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/targets/discover-html": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Discoveries_discover"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/targets/inspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Inspections_inspect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/targets/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Targets_lookup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/targets/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["TargetEdits_read"];
        put: operations["TargetEdits_update"];
        post?: never;
        delete: operations["TargetEdits_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/targets/{code}/parser": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["TargetEdits_readParser"];
        put: operations["TargetEdits_saveParser"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/targets/{code}/parser/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Reparse_compare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/targets/{code}/parser/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Reparse_try"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/targets/{code}/propose-selectors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SelectorProposals_propose"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/targets/{code}/reparse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Says what would change; nothing is written. */
        post: operations["Reparse_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/targets/{code}/reparses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Reparse_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/targets/{code}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Targets_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/targets/{code}/selector-proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The newest proposals of a target, also those that an alert asked for. */
        get: operations["SelectorProposals_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/targets/{code}/toggle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["TargetEdits_toggle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Users_list"];
        put?: never;
        post: operations["Users_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/users/{username}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["Users_update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ControlPlane_tasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/articles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ControlPlane_articles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/articles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Reader_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/articles/{id}/fulltext": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Whoever may read an article may want all of it. */
        post: operations["Reader_fullText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Settings_read"];
        /** @description What is not sent stays as it is. */
        put: operations["Settings_change"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sources/{id}/fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ControlPlane_fetchSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcceptBody: {
            siteCode: string;
            siteName?: string;
            /** @enum {string} */
            as: "targets" | "yaml" | "file";
            columns: components["schemas"]["AcceptedColumnBody"][];
        };
        AcceptedColumnBody: {
            /** Format: uri */
            listUrl: string;
            columnId?: string;
            name?: string;
            category?: string;
        };
        /** @description What accepting columns of a discovery did. */
        AcceptedColumns: {
            siteCode: string;
            /** @description Targets that were made; empty where a file was asked for, which makes them itself. */
            targets: components["schemas"]["BulkCreateResult"];
            /** @description The site file, when one was asked for. */
            yaml: string | null;
            /** @description Where it was written; null: it was only returned. */
            yamlPath: string | null;
        };
        /** @description 202: where to look for what becomes of it. */
        AcceptedErrand: {
            id: number;
            /** @description False: the same was under way already. */
            created: boolean;
        };
        AcceptedJob: {
            jobId: number;
            targetCode: string;
            host: string;
            state: components["schemas"]["CrawlJobState"];
            /** @description False: this very tick was accepted before, the earlier job is named. */
            created: boolean;
        };
        /** @description The last days, one number per day of `days` (Asia/Shanghai). */
        ActivityStats: {
            days: string[];
            /** @description Articles first stored on each day. */
            articles: number[];
            attempts: number[];
            failures: number[];
            /** @description The same by site, most first; sites without any are left out. */
            sites: {
                siteCode: string;
                siteName: string;
                total: number;
                articles: number[];
            }[];
        };
        AdapterView: {
            id: string;
            title: string;
            defaultIntervalSec: number | null;
            defaultSelectors: {
                list: {
                    date?: string;
                    href: string;
                    row: string;
                    title: string;
                } | null;
                detail: {
                    attachment_css?: string;
                    content?: string;
                    publish_time?: string;
                    source?: string;
                    title?: string;
                };
            };
            /** @description JSON Schema of adapter_params and of a column's params. */
            paramsSchema: {
                [key: string]: unknown;
            };
        };
        AlertChannelChangeBody: {
            name?: string;
            /** Format: uri */
            url?: string;
            secret?: string | null;
            enabled?: boolean;
            /** @enum {string} */
            minSeverity?: "warning" | "critical";
        };
        AlertChannelList: {
            count: number;
            items: components["schemas"]["AlertChannelView"][];
        };
        /** @description Where alerts are sent. The address' query and the secret are never given back. */
        AlertChannelView: {
            id: number;
            name: string;
            /** @enum {string} */
            kind: "dingtalk" | "feishu" | "webhook" | "wecom";
            /** @description Without its query, which may hold a token. */
            address: string;
            hasSecret: boolean;
            enabled: boolean;
            /** @description Less severe alerts are not sent here. */
            minSeverity: components["schemas"]["AlertSeverity"];
            createdAt: string;
        };
        AlertDeliveryPage: {
            count: number;
            total: number;
            limit: number;
            offset: number;
            items: components["schemas"]["AlertDeliveryView"][];
        };
        AlertDeliveryView: {
            id: number;
            channelId: number;
            channelName: string;
            /** @enum {string} */
            kind: "firing" | "recovered" | "test";
            title: string;
            incidentIds: number[];
            /** @enum {string} */
            state: "failed" | "pending" | "sent";
            attempts: number;
            httpStatus: number | null;
            error: string | null;
            createdAt: string;
            nextTryAt: string | null;
            sentAt: string | null;
        };
        /** @enum {string} */
        AlertSeverity: "critical" | "warning";
        AlertThresholdsBody: {
            leastAttempts?: number;
            siteFailurePercent?: number;
            overallFailurePercent?: number;
            blockedTimes?: number;
            silentGaps?: number;
            leastSilenceHours?: number;
            leastSample?: number;
            driftPercent?: number;
            queueAgeMinutes?: number;
            diskFreePercent?: number;
            diskFreeGb?: number;
        };
        AlertView: {
            /**
             * @description source_stopped: its credential must be renewed; source_gone: its server said 410 and it was switched off; source_moved: its address moved for good and its file still names the old one.
             * @enum {string}
             */
            kind: "all_failing" | "disk_low" | "host_blocked" | "job_failed" | "queue_old" | "selector_drift" | "site_failing" | "source_gone" | "source_moved" | "source_stopped" | "target_failing" | "target_silent";
            /**
             * @description critical: nothing worked in the whole time.
             * @enum {string}
             */
            severity: "critical" | "warning";
            siteCode: string;
            siteName: string;
            targetCode: string | null;
            targetName: string | null;
            host: string;
            attempts: number;
            failures: number;
            message: string | null;
            jobId: number | null;
            lastAt: string | null;
        };
        ApiKeyView: {
            id: number;
            name: string;
            /** @description The beginning of the key, to recognise it by. */
            prefix: string;
            scopes: ("articles:read" | "changes:read" | "consumers:read" | "consumers:write" | "export:read" | "targets:run")[];
            createdBy: string;
            createdAt: string;
            /** @description Null: never. */
            expiresAt: string | null;
            revokedAt: string | null;
            lastUsedAt: string | null;
            /** @enum {string} */
            state: "active" | "expired" | "revoked";
        };
        ArticleDetail: {
            nativePostId: string | null;
            indexNo: string | null;
            publisher: string | null;
            sourceRaw: string | null;
            topicWords: string | null;
            openCategory: string | null;
            /** @enum {string|null} */
            validity: "abolished" | "effective" | "expired" | null;
            channelName: string | null;
            channelPath: string | null;
            contentCategory: string | null;
            contentSubcategory: string | null;
            fetchStrategy: string | null;
            contentText: string;
            /** @description What a language model made of the article as it is now. */
            summary: string | null;
            attachments: components["schemas"]["AttachmentView"][];
            id: number;
            title: string;
            url: string;
            docNo: string | null;
            siteCode: string;
            siteName: string;
            targetCode: string | null;
            targetName: string | null;
            publishDate: string | null;
            publishTime: string | null;
            fetchedAt: string;
            status: components["schemas"]["ArticleStatus"];
            hasAttachment: boolean;
            /** @description Since when the site no longer lists it; the document stays. */
            withdrawnAt: string | null;
        };
        ArticleHighlight: {
            title: components["schemas"]["HighlightPiece"][];
            /** @description The surroundings of the first hit; null when only the title matches. */
            snippet: components["schemas"]["HighlightPiece"][] | null;
            /**
             * @description Where the snippet is from: short facts such as the number, the text, or a file.
             * @enum {string|null}
             */
            source: "body" | "facts" | "file" | null;
        };
        /** @description The ids that a search finds; `truncated` when there are more than one answer carries. */
        ArticleIds: {
            total: number;
            count: number;
            truncated: boolean;
            ids: number[];
        };
        /** @description An article's page to correct selectors on. */
        ArticlePageView: {
            url: string;
            /** @description Harmless HTML for a sandboxed frame; elements are named by data-gc. */
            snapshot: string;
            matches: components["schemas"]["SelectorMatchView"][];
        };
        ArticleSearchPage: {
            /** @description False: the total is an estimate, because longer words were not compared with every text. */
            totalIsExact: boolean;
            /** @description For the next page, at any depth; null on the last one. */
            nextCursor: string | null;
            /** @description False while the index takes in many changes: some of them may be missing here. */
            upToDate: boolean;
            /** @description Items in this answer. */
            count: number;
            /** @description Items that match, on all pages. */
            total: number;
            limit: number;
            offset: number;
            items: components["schemas"]["FoundArticle"][];
        };
        /**
         * @description ready: usable downstream; failed: stored but empty; raw: page kept, not parsed.
         * @enum {string}
         */
        ArticleStatus: "failed" | "raw" | "ready";
        /** @description An attachment with what became of its download and of reading its text. */
        AttachmentFileView: {
            attempts: number;
            failReason: string | null;
            failMessage: string | null;
            /** @enum {string|null} */
            textStatus: "empty" | "failed" | "limited" | "needs_ocr" | "ready" | null;
            textReason: string | null;
            /** @description Whether a browser may show it in place (`?inline=true`); everything else is saved as a file. */
            showsInline: boolean;
            id: number;
            url: string;
            filename: string | null;
            mime: string | null;
            sizeBytes: number | null;
            sha256: string | null;
            status: components["schemas"]["AttachmentStatus"];
        };
        /** @description A file that a document offers, as found on a list or detail page. */
        AttachmentLink: {
            url: string;
            /** @description The best human name known before the download: `alt`, link text, API field. */
            name: string | null;
        };
        /** @enum {string} */
        AttachmentStatus: "downloaded" | "failed" | "pending";
        /** @description The text that was read from an attachment. */
        AttachmentTextView: {
            id: number;
            /** @enum {string|null} */
            status: "empty" | "failed" | "limited" | "needs_ocr" | "ready" | null;
            reason: string | null;
            text: string;
            /** @description The text is longer than one answer. */
            truncated: boolean;
        };
        AttachmentView: {
            id: number;
            url: string;
            filename: string | null;
            mime: string | null;
            sizeBytes: number | null;
            sha256: string | null;
            status: components["schemas"]["AttachmentStatus"];
        };
        AuditEntryView: {
            id: number;
            occurredAt: string;
            actor: string;
            action: string;
            subjectKind: string;
            subjectKey: string;
            before: {
                [key: string]: unknown;
            } | null;
            after: {
                [key: string]: unknown;
            } | null;
            requestId: string | null;
        };
        BriefingBody: {
            title?: string;
            targetCodes: string[];
            /** Format: date */
            from?: string;
            /** Format: date */
            to?: string;
            /** @default true */
            collect: boolean;
            /** @default 200 */
            maxItems: number;
            deliverTo?: string;
        };
        BriefingDelivery: {
            consumer: string;
            /** @enum {string} */
            state: "failed" | "pending" | "sent" | "waiting";
            attempts: number;
            error: string | null;
            sentAt: string | null;
        };
        BriefingItemView: {
            /** @description From 1, the most important first. */
            position: number;
            /** @description Null once the document was deleted. */
            articleId: number | null;
            title: string;
            url: string;
            publishDate: string | null;
            type: string | null;
            siteName: string;
            summary: string | null;
        };
        /** @description What a briefing is to be about. */
        BriefingOrder: {
            title: string;
            /** @description Whose documents; those that agents collect are crawled first. */
            targetCodes: string[];
            /** @description First and last day of publication, YYYY-MM-DD. */
            from: string;
            to: string;
            /** @description Crawl the targets first; otherwise what is stored is briefed. */
            collect: boolean;
            maxItems: number;
            /** @description The feed consumer whose webhook gets the briefing when it is done. */
            deliverTo: string | null;
        };
        /** @enum {string} */
        BriefingPhase: "collecting" | "finished" | "ranking" | "summarising";
        /** @description How far a briefing is. */
        BriefingProgress: {
            phase: components["schemas"]["BriefingPhase"];
            targets: number;
            targetsDone: number;
            /** @description The crawl under way, and what crawls brought so far. */
            jobId: number | null;
            /** @description Jobs that were made for it, by target. */
            jobs: {
                [key: string]: number;
            };
            documentsNew: number;
            /** @description Documents of the briefing. */
            items: number;
            summarised: number;
            summariesFailed: number;
            /** @description Without text, or with a summary from before. */
            summariesSkipped: number;
            usage: components["schemas"]["RunUsage"];
            /** @description The same without the crawl under way: what an interrupted run goes on from. */
            booked: components["schemas"]["RunUsage"];
            /** @description What went wrong on the way, in words for people. */
            notes: string[];
        };
        /** @description An entry of GET /admin/api/briefings: without its items. */
        BriefingSummary: {
            id: number;
            order: components["schemas"]["BriefingOrder"];
            state: components["schemas"]["CrawlJobState"];
            progress: components["schemas"]["BriefingProgress"] | null;
            itemCount: number;
            /**
             * @description Null while it is not ranked.
             * @enum {string|null}
             */
            rankedBy: "date" | "model" | null;
            error: string | null;
            delivery: components["schemas"]["BriefingDelivery"] | null;
            createdBy: string;
            createdAt: string;
            finishedAt: string | null;
        };
        /** @description GET /admin/api/briefings/:id and /api/v1/briefings/:id */
        BriefingView: {
            items: components["schemas"]["BriefingItemView"][];
            id: number;
            order: components["schemas"]["BriefingOrder"];
            state: components["schemas"]["CrawlJobState"];
            progress: components["schemas"]["BriefingProgress"] | null;
            itemCount: number;
            /**
             * @description Null while it is not ranked.
             * @enum {string|null}
             */
            rankedBy: "date" | "model" | null;
            error: string | null;
            delivery: components["schemas"]["BriefingDelivery"] | null;
            createdBy: string;
            createdAt: string;
            finishedAt: string | null;
        };
        BriefingsPage: {
            items: components["schemas"]["BriefingSummary"][];
            /** @description Give it as `before` to read on; null at the end. */
            nextBefore: number | null;
        };
        BulkCreateBody: {
            targets: components["schemas"]["NewTargetBody"][];
        };
        /** @description Bulk creation answers for every target on its own. */
        BulkCreateResult: {
            created: components["schemas"]["TargetView"][];
            refused: {
                targetCode: string;
                code: string;
                title: string;
                errors?: {
                    field: string;
                    message: string;
                }[];
            }[];
        };
        BulkCreateYamlBody: {
            siteCode: string;
            columns: components["schemas"]["TemplateTargetBody"][];
        };
        BulkDeleteBody: {
            ids: number[];
        };
        BulkDeleteResult: {
            deleted: number;
            /** @description Ids that were not there. */
            missing: number[];
            filesRemoved: number;
        };
        BulkRunBody: {
            targetCodes: string[];
            force?: boolean;
            maxItems?: number;
        };
        /** @description Bulk runs answer for every target on its own: one refused target does not stop the others. */
        BulkRunResult: {
            accepted: components["schemas"]["AcceptedJob"][];
            refused: {
                targetCode: string;
                code: string;
                title: string;
            }[];
        };
        CategoryStats: {
            /** @description Null: articles without a category. */
            category: string | null;
            articles: number;
            newToday: number;
        };
        /**
         * @description found: something new; nothing: all known; unchanged: the very same answer; lost: the job's row is gone.
         * @enum {string}
         */
        CheckOutcomeWord: "cancelled" | "failed" | "found" | "lost" | "nothing" | "unchanged";
        CompareParserBody: {
            override: {
                [key: string]: unknown;
            };
        };
        /** @description A consumer of the feed and how far it is. */
        ConsumerView: {
            name: string;
            cursor: string;
            filter: components["schemas"]["DeliveryFilter"];
            lag: components["schemas"]["DeliveryLag"];
            createdBy: string;
            createdAt: string;
            lastAckAt: string | null;
            webhook: components["schemas"]["WebhookView"] | null;
        };
        CorrectionBody: {
            list?: components["schemas"]["ListSelectorBody"];
            detail?: components["schemas"]["DetailSelectorBody"];
            pointedAt?: number;
        };
        /** @enum {string} */
        CrawlJobState: "cancelled" | "done" | "failed" | "queued" | "running";
        CrawlLogView: {
            id: number;
            occurredAt: string;
            siteCode: string | null;
            targetCode: string | null;
            articleId: number | null;
            success: boolean;
            httpStatus: number | null;
            fetchStrategy: string | null;
            durationMs: number | null;
            errorMsg: string | null;
            url: string | null;
        };
        /** @description Live view of a running crawl, kept on the job row. */
        CrawlProgress: {
            /** @enum {string} */
            phase: "articles" | "finished" | "listing";
            page: number;
            /** @description Known only where the list says how long it is. */
            pages: number | null;
            article: number;
            articles: number;
            itemsNew: number;
            itemsFailed: number;
            currentTitle: string | null;
            /** @description Seconds that the rest will take at the pace so far; null while nothing is known. Absent on rows of older workers. */
            remainingSec?: number | null;
            /** @description Where agents collect: how far they are. */
            agents?: {
                section: string | null;
                sectionNo: number;
                sections: number;
                saved: number;
                usage: components["schemas"]["RunUsage"];
            };
        };
        CrawlSummary: {
            itemsSeen: number;
            itemsNew: number;
            itemsUpdated: number;
            itemsKnown: number;
            itemsFailed: number;
            /** @description Stored documents that the site no longer lists. Absent on rows of older workers. */
            itemsWithdrawn?: number;
            /** @description Listed documents that people deleted here; only a forced crawl collects them again. Absent on rows of older workers. */
            itemsDeleted?: number;
            attachments: number;
            attachmentsFailed: number;
            pages: number;
            durationMs: number;
            /** @description How often each failure reason occurred. */
            failures: {
                [key: string]: number;
            };
            /** @enum {string|null} */
            nothingNewReason: "all_failed" | "all_known" | "cancelled" | "list_empty" | "list_unreachable" | "unchanged" | null;
            /** @description What agents used of the language model. */
            modelUsage?: components["schemas"]["RunUsage"];
            /** @description What did not go as planned, in words for people. */
            notes?: string[];
        };
        /** @enum {string} */
        CrawlTrigger: "bulk" | "cli" | "cron" | "demo" | "manual";
        DeliverBody: {
            consumer: string;
        };
        /** @description What a consumer wants of the change feed; an absent list means all. */
        DeliveryFilter: {
            siteCodes?: string[];
            deptIds?: number[];
            /** @description content_category of the article. */
            categories?: string[];
        };
        /** @description How far a consumer is behind what is stored. */
        DeliveryLag: {
            /** @description Entries that it has not acknowledged, of those that its filter lets through. */
            entries: number;
            /** @description True when counting stopped early: there are more. */
            atLeast: boolean;
            /** @description Age of the oldest of them; 0 when there is none. */
            seconds: number;
        };
        DepartmentChangeBody: {
            shortName?: string | null;
            region?: string | null;
            category?: string | null;
            fullName?: string;
            version?: string;
        };
        DepartmentStats: {
            /** @description Null: articles and targets that belong to no department. */
            deptId: number | null;
            fullName: string | null;
            shortName: string | null;
            region: string | null;
            category: string | null;
            targets: number;
            articles: number;
            newToday: number;
            lastFetchedAt: string | null;
        };
        DepartmentView: {
            id: number;
            fullName: string;
            shortName: string | null;
            region: string | null;
            category: string | null;
            version: string;
        };
        /** @description DetailFields as they travel: times as text, the body cut to what a preview shows. */
        DetailPreview: {
            url: string;
            publishTime: string | null;
            /** @description Sanitised. */
            contentHtml: string;
            /** @description Why the page could not be fetched. */
            failure: string | null;
            title: string | null;
            /** @description The publication time as printed. */
            publishTimeRaw: string | null;
            source: string | null;
            contentText: string;
            attachments: components["schemas"]["AttachmentLink"][];
            inlineImageCount: number;
            docNo: string | null;
            indexNo: string | null;
            publisher: string | null;
            /** @description 成文日期, YYYY-MM-DD */
            writtenDate: string | null;
            topicWords: string | null;
            openCategory: string | null;
            /** @enum {string|null} */
            validity: "abolished" | "effective" | "expired" | null;
            usedFallback: boolean;
            /** @enum {string|null} */
            fallbackEngine: "generic" | "readability" | null;
        };
        DetailSelectorBody: {
            title?: string;
            publish_time?: string;
            source?: string;
            content?: string;
            attachment_css?: string;
        };
        DiscoverBody: {
            /** Format: uri */
            url: string;
            hosts?: string[];
            /** @default 60 */
            maxPages: number;
            /** @default 2 */
            maxDepth: number;
            /** @default 10 */
            maxMinutes: number;
        };
        /** @description A column that looks like one to collect. */
        DiscoveredColumn: {
            /** @enum {string} */
            adapter: "gkmlpt" | "rss" | "yaml";
            /** @description Proposed slug, unique in the discovery. */
            columnId: string;
            name: string;
            listUrl: string;
            /** @description 0 to 1. */
            confidence: number;
            listSelectors: {
                date?: string;
                href: string;
                row: string;
                title: string;
            } | null;
            pagination: {
                /** @constant */
                type: "none";
            } | {
                max_pages: number;
                param: string;
                start: number;
                /** @constant */
                type: "page_param";
            } | {
                max_pages: number;
                pattern: string;
                start: number;
                /** @constant */
                type: "path_pattern";
            };
            totalPages: number | null;
            /** @description Parameters of the adapter for this column. */
            params: {
                [key: string]: unknown;
            };
            rowCount: number;
            sampleRows: components["schemas"]["SampleRow"][];
        };
        /** @description How far a discovery may go. */
        DiscoveryOrder: {
            /** @description The home page to start from. */
            url: string;
            /** @description Further hosts whose pages belong to the site; its own is always one. */
            hosts: string[];
            maxPages: number;
            /** @description Clicks from the home page. */
            maxDepth: number;
            maxMinutes: number;
        };
        DiscoveryProgress: {
            pagesFetched: number;
            pagesWaiting: number;
            columnsFound: number;
            currentUrl: string | null;
        };
        DiscoveryResult: {
            siteName: string;
            baseUrl: string;
            pagesFetched: number;
            pagesFailed: number;
            /**
             * @description Why it ended.
             * @enum {string}
             */
            endedBy: "cancelled" | "max_minutes" | "max_pages" | "nothing_left";
            columns: components["schemas"]["DiscoveredColumn"][];
        };
        /** @description An entry of the list of discoveries: without what was found. */
        DiscoverySummary: {
            createdAt: string;
            createdBy: string;
            error: string | null;
            finishedAt: string | null;
            id: number;
            order: components["schemas"]["DiscoveryOrder"];
            progress: components["schemas"]["DiscoveryProgress"] | null;
            state: components["schemas"]["CrawlJobState"];
        };
        /** @description GET /admin/api/discoveries/:id */
        DiscoveryView: {
            id: number;
            order: components["schemas"]["DiscoveryOrder"];
            state: components["schemas"]["CrawlJobState"];
            progress: components["schemas"]["DiscoveryProgress"] | null;
            result: components["schemas"]["DiscoveryResult"] | null;
            error: string | null;
            createdBy: string;
            createdAt: string;
            finishedAt: string | null;
        };
        /** @description A limit that operators set for a domain and everything under it. */
        DomainRuleView: {
            domain: string;
            /** @description One budget for the whole domain instead of one per host. */
            shared: boolean;
            concurrency: number | null;
            requestsPerSec: number | null;
            /** @description Seconds between two requests where a target does not say otherwise. */
            intervalSec: number;
        };
        DomainRulesView: {
            /** @description Set here; they stand before the built-in ones. */
            rules: components["schemas"]["DomainRuleView"][];
            builtIn: components["schemas"]["DomainRuleView"][];
            version: string;
        };
        /** @description A feed that a page offers. */
        FeedCandidate: {
            url: string;
            title: string | null;
            /** @description rss, atom, rdf or json. */
            format: string;
            /**
             * @description Where it was found: the page itself is one, a link of its head, an anchor, or a usual address.
             * @enum {string}
             */
            foundBy: "anchor" | "guess" | "link" | "page";
            entries: number;
            newestAt: string | null;
            /** @description The source that reads it already. */
            code: string | null;
        };
        FeedDiscoveryBody: {
            /** Format: uri */
            url: string;
        };
        /** @description A search for the feeds of a page; a worker does it, so it is asked after until it is done or failed. */
        FeedDiscoveryView: {
            id: number;
            url: string;
            state: components["schemas"]["CrawlJobState"];
            /** @description Why the page could not be read. */
            error: string | null;
            feeds: components["schemas"]["FeedCandidate"][];
        };
        FetchSourceBody: {
            force?: boolean;
            maxItems?: number;
        };
        /** @description One field that reads differently; long texts are cut. */
        FieldChange: {
            field: string;
            before: string | null;
            after: string | null;
        };
        /** @description An article that a search found. */
        FoundArticle: {
            /** @description Null where no words were looked for. */
            highlight: components["schemas"]["ArticleHighlight"] | null;
            id: number;
            title: string;
            url: string;
            docNo: string | null;
            siteCode: string;
            siteName: string;
            targetCode: string | null;
            targetName: string | null;
            publishDate: string | null;
            publishTime: string | null;
            fetchedAt: string;
            status: components["schemas"]["ArticleStatus"];
            hasAttachment: boolean;
            /** @description Since when the site no longer lists it; the document stays. */
            withdrawnAt: string | null;
        };
        /** @description POST /api/articles/:id/fulltext: poll the article while a job is under way. */
        FullTextAnswer: {
            /** @constant */
            enqueued: true;
            jobId: number;
        } | {
            /** @constant */
            enqueued: false;
            /** @enum {string} */
            reason: "already_fetched" | "disabled" | "no_link" | "recent_failure";
        };
        /** @description A piece of a text; hits are what was looked for. Plain text: it is to be escaped like any other. */
        HighlightPiece: {
            text: string;
            hit: boolean;
        };
        HostPolicyBody: {
            concurrency: number | null;
            requestsPerSec: number | null;
            intervalSec: number;
            shared?: boolean;
            version?: string;
        };
        /** @description How many requests a host gets; null is unlimited. */
        HostPolicyView: {
            concurrency: number | null;
            requestsPerSec: number | null;
            /** @description Seconds between two requests where a target does not say otherwise. */
            intervalSec: number;
        };
        /** @description The queue as one line per host: at most one job of a host runs at any moment. */
        HostQueueView: {
            host: string;
            queued: number;
            running: number;
            oldestQueuedAt: string | null;
        };
        /** @description One host: what waits for it, how it is doing and how it is asked. */
        HostRow: {
            host: string;
            sites: string[];
            targets: number;
            queued: number;
            running: number;
            oldestQueuedAt: string | null;
            /**
             * @description ready; cooling: network errors; open: the breaker; half_open: a probe decides; retry_after: it asked us to wait.
             * @enum {string}
             */
            state: "cooling" | "half_open" | "open" | "paused" | "ready" | "retry_after";
            /** @description When that ends by itself. */
            until: string | null;
            active: number;
            networkFailures: number;
            failures: number;
            breakerOpens: number;
            lastReason: string | null;
            lastStartAt: string | null;
            policy: components["schemas"]["HostPolicyView"];
            /** @description Names of the clearance cookies that are kept for it. */
            cookies: string[];
        };
        IncidentPage: {
            count: number;
            total: number;
            limit: number;
            offset: number;
            items: components["schemas"]["IncidentView"][];
        };
        /** @description One trouble from its first sign to its end; while it lasts there is no second one of its rule and subject. */
        IncidentView: {
            id: number;
            /** @enum {string} */
            rule: "all_failing" | "disk_low" | "host_blocked" | "queue_old" | "selector_drift" | "site_failing" | "target_silent";
            /** @description Code of the site or target, a host, or nothing where the rule concerns everything. */
            subject: string;
            severity: components["schemas"]["AlertSeverity"];
            /** @enum {string} */
            state: "firing" | "recovered";
            title: string;
            message: string;
            /** @description How many looks found it. */
            seen: number;
            firstAt: string;
            lastAt: string;
            recoveredAt: string | null;
            acknowledgedAt: string | null;
            acknowledgedBy: string | null;
        };
        InspectBody: {
            /** Format: uri */
            url: string;
        };
        /** @description GET /admin/api/inspections/:id */
        InspectionView: {
            id: number;
            state: components["schemas"]["CrawlJobState"];
            error: string | null;
            url: string;
            finalUrl: string | null;
            /** @description Harmless HTML for a sandboxed frame; elements are named by data-gc. */
            snapshot: string | null;
            snapshotTruncated: boolean;
            list: components["schemas"]["ListReadingView"] | null;
            articles: components["schemas"]["DetailPreview"][];
            /** @description The page of the first article that was fetched, and where the corrected selectors match on it. */
            articlePage: components["schemas"]["ArticlePageView"] | null;
        };
        JobView: {
            id: number;
            siteCode: string;
            siteName: string;
            targetCode: string;
            targetName: string;
            host: string;
            trigger: components["schemas"]["CrawlTrigger"];
            force: boolean;
            maxItems: number | null;
            state: components["schemas"]["CrawlJobState"];
            stopRequested: boolean;
            attempts: number;
            progress: components["schemas"]["CrawlProgress"] | null;
            summary: components["schemas"]["CrawlSummary"] | null;
            error: string | null;
            createdAt: string;
            startedAt: string | null;
            finishedAt: string | null;
        };
        /** @description Places of elements in the snapshot (`data-gc`), for highlighting. */
        ListMarkView: {
            row: number[];
            href: number[];
            title: number[];
            date: number[];
        };
        /** @description How a list page reads, by inferred or corrected selectors. */
        ListReadingView: {
            /** @description The selectors are a language model's; they read dated rows, and a person should look twice. */
            byModel: boolean;
            selectors: {
                date?: string;
                href: string;
                row: string;
                title: string;
            } | null;
            confidence: number;
            rowCount: number;
            rows: {
                title: string;
                url: string;
                publishDate: string | null;
                pinned: boolean;
                isFile: boolean;
            }[];
            marks: components["schemas"]["ListMarkView"];
            pagination: {
                /** @constant */
                type: "none";
            } | {
                max_pages: number;
                param: string;
                start: number;
                /** @constant */
                type: "page_param";
            } | {
                max_pages: number;
                pattern: string;
                start: number;
                /** @constant */
                type: "path_pattern";
            };
            totalPages: number | null;
        };
        ListSelectorBody: {
            row?: string;
            href?: string;
            title?: string;
            date?: string;
        };
        LoginBody: {
            username: string;
            /** Format: password */
            password: string;
        };
        /**
         * @description Who keeps a row up to date: its file or the console.
         * @enum {string}
         */
        ManagedBy: "admin" | "yaml";
        /** @description GET /admin/api/model: whether agents, summaries and briefings can work here. */
        ModelStatus: {
            configured: boolean;
            model: string | null;
            /** @description Host of the endpoint. */
            endpoint: string | null;
            priceInput: number;
            priceOutput: number;
            currency: string;
            runCeiling: number | null;
            summariseAll: boolean;
        };
        /** @description By the month of publication, oldest first, without gaps. */
        MonthStats: {
            month: string;
            articles: number;
        };
        NewAlertChannelBody: {
            name: string;
            /** @enum {string} */
            kind: "dingtalk" | "feishu" | "wecom" | "webhook";
            /** Format: uri */
            url: string;
            secret?: string | null;
            enabled?: boolean;
            /** @enum {string} */
            minSeverity?: "warning" | "critical";
        };
        /** @description The only answer that ever shows the key. */
        NewApiKeyView: {
            key: string;
            id: number;
            name: string;
            /** @description The beginning of the key, to recognise it by. */
            prefix: string;
            scopes: ("articles:read" | "changes:read" | "consumers:read" | "consumers:write" | "export:read" | "targets:run")[];
            createdBy: string;
            createdAt: string;
            /** @description Null: never. */
            expiresAt: string | null;
            revokedAt: string | null;
            lastUsedAt: string | null;
            /** @enum {string} */
            state: "active" | "expired" | "revoked";
        };
        NewDepartmentBody: {
            shortName?: string | null;
            region?: string | null;
            category?: string | null;
            fullName: string;
        };
        NewKeyBody: {
            name: string;
            scopes: ("articles:read" | "changes:read" | "consumers:read" | "consumers:write" | "targets:run" | "export:read")[];
            expiresInDays?: number;
        };
        NewSiteBody: {
            adapter?: string;
            adapterParams?: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            fetchStrategy?: "httpx" | "playwright";
            /** @example 0 8 * * 1-5 */
            scheduleCron?: string | null;
            respectRobots?: boolean;
            /** @enum {string} */
            robotsOnError?: "allow" | "deny";
            code: string;
            name: string;
            /** Format: uri */
            baseUrl: string;
            enabled?: boolean;
        };
        NewSourceBody: {
            /** Format: uri */
            url: string;
            name?: string | null;
            adapter?: string;
            params?: {
                [key: string]: unknown;
            } | null;
            category?: string | null;
            subcategory?: string | null;
            deptId?: number | null;
            /** @example 0 8 * * 1-5 */
            schedule?: string | null;
            enabled?: boolean;
        };
        NewTargetBody: {
            channelName?: string | null;
            channelPath?: string | null;
            contentCategory?: string | null;
            contentSubcategory?: string | null;
            deptId?: number | null;
            /** @example 0 8 * * 1-5 */
            scheduleCron?: string | null;
            intervalSec?: number | null;
            intervalJitterSec?: number | null;
            name: string;
            /** Format: uri */
            entryUrl: string;
            enabled?: boolean;
            parser?: {
                [key: string]: unknown;
            } | null;
            siteCode: string;
            code: string;
        };
        NewUserBody: {
            username: string;
            /** Format: password */
            password: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "admin";
        };
        /** @description One place where somebody is logged in. */
        OpenSessionView: {
            id: number;
            address: string;
            agent: string;
            createdAt: string;
            seenAt: string;
            expiresAt: string;
            /** @description The one that asks. */
            current: boolean;
        };
        OpmlBody: {
            opml: string;
        };
        /** @description Import answers for every feed of the file on its own. */
        OpmlImportResult: {
            created: {
                code: string;
                name: string;
                url: string;
                category: string | null;
            }[];
            /** @description Already there, or twice in the file. */
            duplicates: {
                url: string;
                name: string;
                code: string | null;
            }[];
            refused: {
                url: string;
                name: string;
                message: string;
            }[];
        };
        /** @description One page of a list with true paging. */
        PageOfAuditEntryView: {
            /** @description Items in this answer. */
            count: number;
            /** @description Items that match, on all pages. */
            total: number;
            limit: number;
            offset: number;
            items: components["schemas"]["AuditEntryView"][];
        };
        /** @description One page of a list with true paging. */
        PageOfHostRow: {
            /** @description Items in this answer. */
            count: number;
            /** @description Items that match, on all pages. */
            total: number;
            limit: number;
            offset: number;
            items: components["schemas"]["HostRow"][];
        };
        /** @description One page of a list with true paging. */
        PageOfJobView: {
            /** @description Items in this answer. */
            count: number;
            /** @description Items that match, on all pages. */
            total: number;
            limit: number;
            offset: number;
            items: components["schemas"]["JobView"][];
        };
        /** @description One page of a list with true paging. */
        PageOfScheduledRun: {
            /** @description Items in this answer. */
            count: number;
            /** @description Items that match, on all pages. */
            total: number;
            limit: number;
            offset: number;
            items: components["schemas"]["ScheduledRun"][];
        };
        /** @description One page of a list with true paging. */
        PageOfSourceView: {
            /** @description Items in this answer. */
            count: number;
            /** @description Items that match, on all pages. */
            total: number;
            limit: number;
            offset: number;
            items: components["schemas"]["SourceView"][];
        };
        /** @description One page of a list with true paging. */
        PageOfTargetView: {
            /** @description Items in this answer. */
            count: number;
            /** @description Items that match, on all pages. */
            total: number;
            limit: number;
            offset: number;
            items: components["schemas"]["TargetView"][];
        };
        ParserBody: {
            override: {
                [key: string]: unknown;
            } | null;
            version?: string;
        };
        /** @description POST /admin/api/targets/:code/parser/compare: the newest stored pages, read by what is tried. */
        ParserCompareView: {
            compared: number;
            changed: number;
            articles: components["schemas"]["ReparsedArticle"][];
        };
        /** @description POST /admin/api/targets/:code/parser/try */
        ParserTryView: {
            articleId: number | null;
            url: string;
            snapshot: string;
            snapshotTruncated: boolean;
            matches: components["schemas"]["SelectorMatchView"][];
            /** @description Read by what is saved now. */
            current: components["schemas"]["DetailPreview"];
            /** @description Read by what is tried. */
            proposed: components["schemas"]["DetailPreview"];
        };
        PasswordBody: {
            /** Format: password */
            currentPassword: string;
            /** Format: password */
            newPassword: string;
        };
        PauseBody: {
            /** @default 24 */
            hours: number;
        };
        PersistedSettings: {
            rss: {
                fullTextBackoffMinutes: number;
                fullTextMaxBytes: number;
                fullTextOnOpenEnabled: boolean;
                userAgent: string | null;
            };
        };
        /** @description An error answer (RFC 9457, application/problem+json). */
        Problem: {
            type: string;
            /** @description In Chinese, for people. */
            title: string;
            status: number;
            /** @description Stable, for programs. */
            code: string;
            detail?: string;
            /** @description The first field concerned. */
            field?: string;
            errors?: {
                field: string;
                message: string;
            }[];
            /** @description What a deletion would take with it; it waits for the parameter `confirm`. */
            loses?: {
                [key: string]: number;
            };
            requestId: string;
        };
        /** @description How selectors read one stored page. */
        ProposalCheck: {
            url: string;
            title: boolean;
            publishTime: boolean;
            content: boolean;
        };
        /** @description An article as readers see it (/api/articles/:id). To show: contentFullHtml ?? contentHtml ?? ''. */
        ReaderArticle: {
            /** @description The body as the feed or page carried it, sanitised. */
            contentHtml: string | null;
            /** @description What was found at the article's link, sanitised; null until it was asked for and found. */
            contentFullHtml: string | null;
            contentFullFetchedAt: string | null;
            /** @description Why the last try found nothing: a word, a colon and a message. */
            contentFullError: string | null;
            contentFullSourceUrl: string | null;
            nativePostId: string | null;
            indexNo: string | null;
            publisher: string | null;
            sourceRaw: string | null;
            topicWords: string | null;
            openCategory: string | null;
            /** @enum {string|null} */
            validity: "abolished" | "effective" | "expired" | null;
            channelName: string | null;
            channelPath: string | null;
            contentCategory: string | null;
            contentSubcategory: string | null;
            fetchStrategy: string | null;
            contentText: string;
            /** @description What a language model made of the article as it is now. */
            summary: string | null;
            attachments: components["schemas"]["AttachmentView"][];
            id: number;
            title: string;
            url: string;
            docNo: string | null;
            siteCode: string;
            siteName: string;
            targetCode: string | null;
            targetName: string | null;
            publishDate: string | null;
            publishTime: string | null;
            fetchedAt: string;
            status: components["schemas"]["ArticleStatus"];
            hasAttachment: boolean;
            /** @description Since when the site no longer lists it; the document stays. */
            withdrawnAt: string | null;
        };
        /** @description A main column: one that others may be aliases of, and that is not an alias itself. */
        RegistryColumn: {
            targetCode: string;
            columnId: string | null;
            name: string;
            siteCode: string;
            siteName: string;
            entryUrl: string;
            channelPath: string | null;
            contentCategory: string | null;
            contentSubcategory: string | null;
            deptId: number | null;
            adapter: string;
            enabled: boolean;
            managedBy: components["schemas"]["ManagedBy"];
            /** @description Codes of the targets that are read by this column's selectors. */
            aliases: string[];
        };
        ReparseBody: {
            override?: {
                [key: string]: unknown;
            } | null;
        };
        ReparseReport: {
            articles: number;
            read: number;
            changed: number;
            unchanged: number;
            /** @description Documents that stay as they are because the new reading finds no text. */
            wouldBeEmpty: number;
            noRawPage: number;
            /** @description Revisions written. */
            applied: number;
            changesByField: {
                [key: string]: number;
            };
            samples: components["schemas"]["ReparsedArticle"][];
            /** @description The last document that was read: an interrupted run goes on after it. */
            lastId: number;
        };
        /** @description GET /admin/api/reparses/:id */
        ReparseView: {
            id: number;
            targetCode: string;
            apply: boolean;
            override: {
                detail?: {
                    attachment_css?: string;
                    content?: string;
                    publish_time?: string;
                    source?: string;
                    title?: string;
                };
                list_selector?: {
                    date?: string;
                    href?: string;
                    row?: string;
                    title?: string;
                };
                pagination?: {
                    /** @constant */
                    type: "none";
                } | {
                    max_pages: number;
                    param: string;
                    start: number;
                    /** @constant */
                    type: "page_param";
                } | {
                    max_pages: number;
                    pattern: string;
                    start: number;
                    /** @constant */
                    type: "path_pattern";
                };
                params?: {
                    [key: string]: unknown;
                };
            } | null;
            state: components["schemas"]["CrawlJobState"];
            report: components["schemas"]["ReparseReport"] | null;
            error: string | null;
            createdBy: string;
            createdAt: string;
            finishedAt: string | null;
        };
        ReparsedArticle: {
            articleId: number;
            title: string;
            url: string;
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Set when the new reading is worse and the document stays as it is: it would be empty, or its page is missing.
             * @enum {string|null}
             */
            kept: "no_raw_page" | "would_be_empty" | null;
        };
        RetentionBody: {
            jobsPerTarget?: number;
            crawlLogDays?: number;
            alertDays?: number;
        };
        RetryFailedBody: {
            siteCode?: string;
            hours?: number;
        };
        /** @description One state of an article, as the list of its states shows it. */
        RevisionRow: {
            revision: number;
            title: string;
            contentHash: string;
            fetchedAt: string;
            /** @description Null: this is what the article says now. */
            replacedAt: string | null;
        };
        RevisionView: {
            publishTime: string | null;
            docNo: string | null;
            indexNo: string | null;
            publisher: string | null;
            sourceRaw: string | null;
            topicWords: string | null;
            openCategory: string | null;
            contentText: string;
            contentMarkdown: string | null;
            /** @description Whether `/original?revision=` has a page to show. */
            hasOriginal: boolean;
            revision: number;
            title: string;
            contentHash: string;
            fetchedAt: string;
            /** @description Null: this is what the article says now. */
            replacedAt: string | null;
        };
        RssBody: {
            fullTextOnOpenEnabled?: boolean;
            fullTextMaxBytes?: number;
            fullTextBackoffMinutes?: number;
            userAgent?: string | null;
        };
        RunBody: {
            force?: boolean;
            maxItems?: number;
            /** Format: date-time */
            tick?: string;
        };
        /** @description What one run used of the language model so far. */
        RunUsage: {
            calls: number;
            failedCalls: number;
            promptTokens: number;
            completionTokens: number;
            cost: number;
            currency: string;
            /** @description Largest request, in characters. */
            largestCall: number;
            /** @description Answers whose endpoint did not say what it counted: their tokens are estimated. */
            estimatedCalls: number;
        };
        SampleRow: {
            title: string;
            url: string;
            publishDate: string | null;
        };
        /** @description What a cron expression would do, before it is saved. */
        SchedulePreview: {
            nextRuns: string[];
            /** @description What is wrong with the expression, in Chinese; then there are no runs. */
            problem: string | null;
        };
        /** @description When a target will run, and who said so. */
        ScheduledRun: {
            targetCode: string;
            targetName: string;
            siteCode: string;
            siteName: string;
            host: string;
            /** @description As written; "adaptive" for targets that schedule themselves. */
            cron: string;
            /** @description What really fires; null where there is no cron. */
            effectiveCron: string | null;
            /** @enum {string} */
            level: "column" | "default" | "default_column" | "site" | "target";
            nextRuns: string[];
            /** @description Why this target will not run, in Chinese. */
            problem: string | null;
        };
        /** @description Where one selector matches; elements by their data-gc in the snapshot. */
        SelectorMatchView: {
            field: string;
            selector: string;
            count: number;
            elements: number[];
        };
        /** @description Selectors that somebody may take over; nothing is changed by proposing them. */
        SelectorProposal: {
            targetCode: string;
            /** @description At least three stored pages read with all fields, and the list with at least three dated rows. */
            accepted: boolean;
            /** @enum {string|null} */
            listBy: "inference" | "model" | null;
            /** @enum {string|null} */
            detailBy: "inference" | "model" | null;
            parser: {
                detail?: {
                    attachment_css?: string;
                    content?: string;
                    publish_time?: string;
                    source?: string;
                    title?: string;
                };
                list_selector?: {
                    date?: string;
                    href?: string;
                    row?: string;
                    title?: string;
                };
                pagination?: {
                    /** @constant */
                    type: "none";
                } | {
                    max_pages: number;
                    param: string;
                    start: number;
                    /** @constant */
                    type: "page_param";
                } | {
                    max_pages: number;
                    pattern: string;
                    start: number;
                    /** @constant */
                    type: "path_pattern";
                };
                params?: {
                    [key: string]: unknown;
                };
            };
            /** @description The same as a column of a site file. */
            yaml: string;
            listRows: number;
            checks: components["schemas"]["ProposalCheck"][];
            /** @description Why it is not accepted, for people. */
            problems: string[];
        };
        /** @description GET /admin/api/selector-proposals/:id */
        SelectorProposalView: {
            id: number;
            targetCode: string;
            state: components["schemas"]["CrawlJobState"];
            proposal: components["schemas"]["SelectorProposal"] | null;
            error: string | null;
            /** @description A person, or the alert that asked for it. */
            createdBy: string;
            createdAt: string;
        };
        SessionView: {
            username: string;
            role: components["schemas"]["UserRole"];
        };
        SettingsBody: {
            rss?: components["schemas"]["RssBody"];
        };
        SiteChangeBody: {
            adapter?: string;
            adapterParams?: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            fetchStrategy?: "httpx" | "playwright";
            /** @example 0 8 * * 1-5 */
            scheduleCron?: string | null;
            respectRobots?: boolean;
            /** @enum {string} */
            robotsOnError?: "allow" | "deny";
            name?: string;
            /** Format: uri */
            baseUrl?: string;
            /** @enum {string} */
            managedBy?: "yaml" | "admin";
            version?: string;
        };
        SiteStats: {
            siteCode: string;
            siteName: string;
            enabled: boolean;
            targets: number;
            articles: number;
            newToday: number;
            lastFetchedAt: string | null;
        };
        SiteView: {
            code: string;
            name: string;
            baseUrl: string;
            /** @description The queue lane: sites on one host share it. */
            host: string;
            adapter: string;
            adapterParams: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            fetchStrategy: "httpx" | "playwright";
            respectRobots: boolean;
            /** @enum {string} */
            robotsOnError: "allow" | "deny";
            scheduleCron: string | null;
            enabled: boolean;
            managedBy: components["schemas"]["ManagedBy"];
            yamlPath: string | null;
            /** @description To be sent back with an edit (If-Match or `version`). */
            version: string;
            targets: components["schemas"]["TargetView"][];
        };
        /** @description One line of the decision log, newest first. */
        SourceCheckView: {
            id: number;
            jobId: number | null;
            /** @description For when the check was planned. */
            dueAt: string | null;
            /** @description When its result was known. */
            settledAt: string;
            reason: string;
            why: string | null;
            /** @description Publications expected by then. */
            expected: number | null;
            outcome: components["schemas"]["CheckOutcomeWord"];
            itemsNew: number;
            error: string | null;
            nextCheckAt: string | null;
            nextReason: string;
            nextWhy: string | null;
        };
        SourceChecks: {
            items: components["schemas"]["SourceCheckView"][];
            /** @description To be sent as `before` for older ones; null at the end. */
            nextBefore: number | null;
        };
        /**
         * @description rss: a feed (RSS, Atom, RDF, JSON Feed); custom: anything that another adapter reads.
         * @enum {string}
         */
        SourceKind: "custom" | "rss";
        /** @description How all self-scheduling sources fare. */
        SourceSummary: {
            total: number;
            byState: {
                backoff: number;
                checking: number;
                disabled: number;
                fixed: number;
                gone: number;
                scheduled: number;
                stopped: number;
            };
            byCadence: {
                [key: string]: number;
            };
            checks: number;
            hits: number;
            /** @description From 0 to 1; null before the first check. */
            hitRate: number | null;
            /** @description Due and not looked at yet. */
            overdue: number;
        };
        SourceView: {
            code: string;
            name: string;
            kind: components["schemas"]["SourceKind"];
            adapter: string;
            siteCode: string;
            siteName: string;
            host: string;
            url: string;
            category: string | null;
            subcategory: string | null;
            deptId: number | null;
            /** @description "adaptive", or the cron that holds. */
            schedule: string;
            enabled: boolean;
            managedBy: components["schemas"]["ManagedBy"];
            /** @description To be sent back with an edit (If-Match or `version`). */
            version: string;
            /** @enum {string} */
            state: "backoff" | "checking" | "disabled" | "fixed" | "gone" | "scheduled" | "stopped";
            /** @description P0 (15 minutes) to P6 (a day); null while nothing is known. */
            cadence: string | null;
            frequencyType: string | null;
            checkCount: number;
            hitCount: number;
            /** @description From 0 to 1; null before the first check. */
            hitRate: number | null;
            lastCheckAt: string | null;
            lastArticleAt: string | null;
            nextCheckAt: string | null;
            /** @description A stable word, e.g. expected_publication. */
            nextReason: string | null;
            /** @description Why then, in a sentence. */
            nextWhy: string | null;
            failCount: number;
            backoffUntil: string | null;
            lastError: string | null;
            /** @description What its last answers were like; null before the first one. */
            feed: {
                etag: string | null;
                lastModified: string | null;
                /** @description When its list was last really read. */
                readAt: string | null;
                /** @description The publisher asks not to be asked before. */
                freshUntil: string | null;
                /** @description Checks in a row that found the very same answer. */
                unchangedCount: number;
                movedTo: string | null;
                movedSince: string | null;
                /** @description Answers 404 in a row. */
                missingCount: number;
                goneAt: string | null;
            } | null;
        };
        StatsOverview: {
            sites: number;
            sitesEnabled: number;
            targets: number;
            targetsEnabled: number;
            articles: number;
            articlesByStatus: {
                failed: number;
                raw: number;
                ready: number;
            };
            attachments: number;
            /** @description First stored since midnight in Asia/Shanghai. */
            newToday: number;
            jobs: {
                cancelled: number;
                done: number;
                failed: number;
                queued: number;
                running: number;
            };
            bySite: components["schemas"]["SiteStats"][];
        };
        SummariesBody: {
            ids: number[];
        };
        SystemSettings: {
            retention: {
                alertDays: number;
                crawlLogDays: number;
                jobsPerTarget: number;
            };
            alerts: {
                blockedTimes: number;
                diskFreeGb: number;
                diskFreePercent: number;
                driftPercent: number;
                leastAttempts: number;
                leastSample: number;
                leastSilenceHours: number;
                overallFailurePercent: number;
                queueAgeMinutes: number;
                silentGaps: number;
                siteFailurePercent: number;
            };
        };
        SystemSettingsBody: {
            retention?: components["schemas"]["RetentionBody"];
            alerts?: components["schemas"]["AlertThresholdsBody"];
            version?: string;
        };
        SystemSettingsView: {
            /** @description What holds where nobody has said anything. */
            defaults: components["schemas"]["SystemSettings"];
            version: string;
            retention: {
                alertDays: number;
                crawlLogDays: number;
                jobsPerTarget: number;
            };
            alerts: {
                blockedTimes: number;
                diskFreeGb: number;
                diskFreePercent: number;
                driftPercent: number;
                leastAttempts: number;
                leastSample: number;
                leastSilenceHours: number;
                overallFailurePercent: number;
                queueAgeMinutes: number;
                silentGaps: number;
                siteFailurePercent: number;
            };
        };
        TargetChangeBody: {
            channelName?: string | null;
            channelPath?: string | null;
            contentCategory?: string | null;
            contentSubcategory?: string | null;
            deptId?: number | null;
            /** @example 0 8 * * 1-5 */
            scheduleCron?: string | null;
            intervalSec?: number | null;
            intervalJitterSec?: number | null;
            name?: string;
            /** Format: uri */
            entryUrl?: string;
            /** @enum {string} */
            managedBy?: "yaml" | "admin";
            version?: string;
        };
        /** @description What an operator overrides for one target, and what the target would be read by without it. */
        TargetParserView: {
            targetCode: string;
            adapter: string;
            override: {
                detail?: {
                    attachment_css?: string;
                    content?: string;
                    publish_time?: string;
                    source?: string;
                    title?: string;
                };
                list_selector?: {
                    date?: string;
                    href?: string;
                    row?: string;
                    title?: string;
                };
                pagination?: {
                    /** @constant */
                    type: "none";
                } | {
                    max_pages: number;
                    param: string;
                    start: number;
                    /** @constant */
                    type: "page_param";
                } | {
                    max_pages: number;
                    pattern: string;
                    start: number;
                    /** @constant */
                    type: "path_pattern";
                };
                params?: {
                    [key: string]: unknown;
                };
            } | null;
            /** @description Selectors of the adapter, where neither file nor override says any. */
            adapterDefaults: {
                list: {
                    date?: string;
                    href: string;
                    row: string;
                    title: string;
                } | null;
                detail: {
                    attachment_css?: string;
                    content?: string;
                    publish_time?: string;
                    source?: string;
                    title?: string;
                };
            };
            version: string;
        };
        TargetView: {
            code: string;
            name: string;
            siteCode: string;
            siteName: string;
            entryUrl: string;
            channelName: string | null;
            channelPath: string | null;
            contentCategory: string | null;
            contentSubcategory: string | null;
            deptId: number | null;
            scheduleCron: string | null;
            intervalSec: number | null;
            intervalJitterSec: number | null;
            enabled: boolean;
            /** @description yaml: its file says most of it, and the console may not say otherwise. */
            managedBy: components["schemas"]["ManagedBy"];
            hasParserOverride: boolean;
            /** @description To be sent back with an edit (If-Match or `version`). */
            version: string;
            lastCrawledAt: string | null;
            lastArticleTime: string | null;
        };
        TemplateTargetBody: {
            channelName?: string | null;
            channelPath?: string | null;
            contentCategory?: string | null;
            contentSubcategory?: string | null;
            deptId?: number | null;
            /** @example 0 8 * * 1-5 */
            scheduleCron?: string | null;
            intervalSec?: number | null;
            intervalJitterSec?: number | null;
            name: string;
            /** Format: uri */
            entryUrl: string;
            enabled?: boolean;
            parser?: {
                [key: string]: unknown;
            } | null;
            columnId: string;
        };
        ToggleBody: {
            enabled?: boolean;
        };
        TryParserBody: {
            override: {
                [key: string]: unknown;
            };
            articleId?: number;
            inspectionId?: number;
        };
        UserChangeBody: {
            /** @enum {string} */
            role?: "viewer" | "operator" | "admin";
            /** Format: password */
            password?: string;
            disabled?: boolean;
            version?: string;
        };
        /** @enum {string} */
        UserRole: "admin" | "operator" | "viewer";
        UserView: {
            username: string;
            role: components["schemas"]["UserRole"];
            disabled: boolean;
            createdAt: string;
            version: string;
        };
        WebhookView: {
            url: string;
            enabled: boolean;
            /** @description Failures in a row. */
            failures: number;
            nextTryAt: string | null;
            lastError: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    Registry_adapters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdapterView"][];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Alerts_list: {
        parameters: {
            query?: {
                hours?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hours: number;
                        count: number;
                        items: components["schemas"]["AlertView"][];
                    };
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    AlertChannels_channels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertChannelList"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    AlertChannels_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAlertChannelBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertChannelView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    AlertChannels_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertChannelChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertChannelView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    AlertChannels_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deleted: number;
                    };
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    AlertChannels_test: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; Location says where to look */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveryId: number;
                    };
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    AlertChannels_deliveries: {
        parameters: {
            query?: {
                channelId?: number;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertDeliveryPage"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    AlertChannels_resend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; Location says where to look */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveryId: number;
                    };
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    AlertChannels_incidents: {
        parameters: {
            query?: {
                firing?: boolean;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentPage"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    AlertChannels_acknowledge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Articles_bulkDelete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkDeleteBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkDeleteResult"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Export_export: {
        parameters: {
            query?: {
                siteCode?: string;
                targetCode?: string;
                deptId?: number;
                hasAttachment?: boolean;
                status?: "ready" | "failed" | "raw";
                category?: string;
                docNo?: string;
                q?: string;
                from?: string;
                to?: string;
                format?: "csv" | "jsonl";
                text?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Articles_search: {
        parameters: {
            query?: {
                siteCode?: string;
                targetCode?: string;
                deptId?: number;
                hasAttachment?: boolean;
                status?: "ready" | "failed" | "raw";
                category?: string;
                docNo?: string;
                q?: string;
                from?: string;
                to?: string;
                limit?: number;
                offset?: number;
                sort?: "relevance" | "newest";
                cursor?: string;
                exactTotal?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleSearchPage"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Articles_searchIds: {
        parameters: {
            query?: {
                siteCode?: string;
                targetCode?: string;
                deptId?: number;
                hasAttachment?: boolean;
                status?: "ready" | "failed" | "raw";
                category?: string;
                docNo?: string;
                q?: string;
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleIds"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Briefings_summarise: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SummariesBody"];
            };
        };
        responses: {
            /** @description Accepted; Location says where to look */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedErrand"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Articles_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleDetail"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Articles_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deleted: number;
                        filesRemoved: number;
                    };
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Documents_attachments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttachmentFileView"][];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Documents_original: {
        parameters: {
            query?: {
                revision?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "text/plain": string;
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Documents_revisions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionRow"][];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Documents_revision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                revision: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Documents_retryFailed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; Location says where to look */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        retried: number;
                    };
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Documents_content: {
        parameters: {
            query?: {
                inline?: boolean;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Documents_retry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; Location says where to look */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                    };
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Documents_text: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttachmentTextView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Audit_list: {
        parameters: {
            query?: {
                actor?: string;
                subjectKind?: "site" | "target" | "article" | "department" | "job" | "host" | "discovery" | "user" | "session" | "key" | "settings" | "consumer" | "alert" | "channel";
                subjectKey?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageOfAuditEntryView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Briefings_list: {
        parameters: {
            query?: {
                before?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BriefingsPage"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Briefings_start: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BriefingBody"];
            };
        };
        responses: {
            /** @description Accepted; Location says where to look */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedErrand"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Briefings_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BriefingView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Briefings_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; Location says where to look */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BriefingSummary"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Briefings_deliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliverBody"];
            };
        };
        responses: {
            /** @description Accepted; Location says where to look */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BriefingSummary"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Briefings_markdown: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/markdown": string;
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    FollowedConsumers_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ConsumerView"][];
                    };
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Discoveries_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscoverySummary"][];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Discoveries_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscoveryView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Discoveries_accept: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedColumns"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Discoveries_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; Location says where to look */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscoverySummary"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Events_stream: {
        parameters: {
            query?: {
                lastEventId?: number;
            };
            header?: {
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Hosts_list: {
        parameters: {
            query?: {
                q?: string;
                state?: "ready" | "cooling" | "open" | "half_open" | "retry_after" | "paused";
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageOfHostRow"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Hosts_policies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainRulesView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Hosts_setPolicy: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HostPolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainRulesView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Hosts_dropPolicy: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainRulesView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Hosts_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                host: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostRow"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Hosts_dropCookies: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                host: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostRow"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Hosts_pause: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                host: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PauseBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostRow"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Hosts_reset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                host: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostRow"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Hosts_resume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                host: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostRow"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Inspections_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InspectionView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Inspections_correct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CorrectionBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InspectionView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Jobs_list: {
        parameters: {
            query?: {
                state?: "queued" | "running" | "done" | "failed" | "cancelled";
                host?: string;
                targetCode?: string;
                q?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageOfJobView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Jobs_queue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostQueueView"][];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Jobs_retryFailed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetryFailedBody"];
            };
        };
        responses: {
            /** @description Accepted; Location says where to look */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkRunResult"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Jobs_previewSchedule: {
        parameters: {
            query: {
                cron: string;
                runs?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchedulePreview"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Jobs_scheduled: {
        parameters: {
            query?: {
                siteCode?: string;
                targetCode?: string;
                runs?: number;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageOfScheduledRun"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Jobs_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Jobs_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Jobs_retry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; Location says where to look */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Keys_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyView"][];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Keys_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewKeyBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKeyView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Keys_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Departments_list: {
        parameters: {
            query?: {
                region?: string;
                category?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DepartmentView"][];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Departments_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDepartmentBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DepartmentView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Departments_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DepartmentView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Departments_update: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DepartmentChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DepartmentView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Departments_delete: {
        parameters: {
            query?: {
                confirm?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deleted: number;
                    };
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Logs_recent: {
        parameters: {
            query?: {
                hours?: number;
                siteCode?: string;
                targetCode?: string;
                success?: boolean;
                after?: number;
                q?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        items: components["schemas"]["CrawlLogView"][];
                    };
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Briefings_model: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelStatus"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Registry_registry: {
        parameters: {
            query?: {
                siteCode?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        items: components["schemas"]["RegistryColumn"][];
                    };
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Reparse_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReparseView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Reparse_apply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; Location says where to look */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedErrand"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Reparse_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; Location says where to look */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReparseView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    SelectorProposals_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SelectorProposalView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Session_show: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Session_open: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Session_close: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Session_changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordBody"];
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    OpenSessions_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenSessionView"][];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    OpenSessions_close: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    SystemSettings_read: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemSettingsView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    SystemSettings_change: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SystemSettingsBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemSettingsView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Sites_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteView"][];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Sites_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSiteBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Sites_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Sites_update: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SiteChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Sites_delete: {
        parameters: {
            query?: {
                confirm?: string;
            };
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deleted: string;
                        targets: number;
                        articles: number;
                        filesRemoved: number;
                    };
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Sites_toggle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToggleBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Sources_list: {
        parameters: {
            query?: {
                q?: string;
                kind?: "rss" | "custom";
                state?: "scheduled" | "checking" | "backoff" | "stopped" | "gone" | "fixed" | "disabled";
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageOfSourceView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Sources_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSourceBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Sources_discover: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedDiscoveryBody"];
            };
        };
        responses: {
            /** @description Accepted; Location says where to look */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedDiscoveryView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Sources_discovery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedDiscoveryView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Sources_exportOpml: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/x-opml": string;
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Sources_importOpml: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpmlBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpmlImportResult"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Sources_summary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceSummary"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Sources_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Sources_checks: {
        parameters: {
            query?: {
                limit?: number;
                before?: number;
            };
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceChecks"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Sources_resume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Stats_activity: {
        parameters: {
            query?: {
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityStats"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Stats_byCategory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryStats"][];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Stats_byDepartment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DepartmentStats"][];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Stats_byMonth: {
        parameters: {
            query?: {
                months?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonthStats"][];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Stats_bySite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteStats"][];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Stats_overview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatsOverview"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    TargetEdits_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTargetBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TargetView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    TargetEdits_bulkCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkCreateBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkCreateResult"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    TargetEdits_bulkCreateYaml: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkCreateYamlBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkCreateResult"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Targets_bulkRun: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkRunBody"];
            };
        };
        responses: {
            /** @description Accepted; Location says where to look */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkRunResult"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Discoveries_discover: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DiscoverBody"];
            };
        };
        responses: {
            /** @description Accepted; Location says where to look */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedErrand"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Inspections_inspect: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InspectBody"];
            };
        };
        responses: {
            /** @description Accepted; Location says where to look */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedErrand"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Targets_lookup: {
        parameters: {
            query?: {
                siteCode?: string;
                deptId?: number;
                q?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageOfTargetView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    TargetEdits_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TargetView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    TargetEdits_update: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TargetChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TargetView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    TargetEdits_delete: {
        parameters: {
            query?: {
                confirm?: string;
            };
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deleted: string;
                    };
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    TargetEdits_readParser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TargetParserView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    TargetEdits_saveParser: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ParserBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TargetParserView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Reparse_compare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompareParserBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParserCompareView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Reparse_try: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TryParserBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParserTryView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    SelectorProposals_propose: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; Location says where to look */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedErrand"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Reparse_preview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReparseBody"];
            };
        };
        responses: {
            /** @description Accepted; Location says where to look */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedErrand"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Reparse_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReparseView"][];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Targets_run: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunBody"];
            };
        };
        responses: {
            /** @description Accepted; Location says where to look */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    SelectorProposals_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        createdAt: string;
                        /** @description A person, or the alert that asked for it. */
                        createdBy: string;
                        error: string | null;
                        id: number;
                        state: components["schemas"]["CrawlJobState"];
                        targetCode: string;
                    }[];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    TargetEdits_toggle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToggleBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TargetView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Users_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserView"][];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Users_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewUserBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Users_update: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                username: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ControlPlane_tasks: {
        parameters: {
            query?: {
                state?: "queued" | "running" | "done" | "failed" | "cancelled";
                source?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageOfJobView"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ControlPlane_articles: {
        parameters: {
            query?: {
                siteCode?: string;
                targetCode?: string;
                deptId?: number;
                hasAttachment?: boolean;
                status?: "ready" | "failed" | "raw";
                category?: string;
                docNo?: string;
                q?: string;
                from?: string;
                to?: string;
                limit?: number;
                offset?: number;
                sort?: "relevance" | "newest";
                cursor?: string;
                exactTotal?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleSearchPage"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Reader_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReaderArticle"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Reader_fullText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullTextAnswer"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Settings_read: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersistedSettings"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    Settings_change: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingsBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersistedSettings"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ControlPlane_fetchSource: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FetchSourceBody"];
            };
        };
        responses: {
            /** @description Accepted; Location says where to look */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            /** @description Refused, or failed: the code says why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
