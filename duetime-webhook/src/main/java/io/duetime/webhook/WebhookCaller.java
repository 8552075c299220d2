package io.duetime.webhook;

import io.vertx.core.Context;
import io.vertx.core.http.HttpClient;
import java.time.InstantSource;

/** What all calls of a target share. */
record WebhookCaller(
    Context loop,
    HttpClient client,
    HostLookup lookup,
    InstantSource clock,
    WebhookAnswers answers) {}
