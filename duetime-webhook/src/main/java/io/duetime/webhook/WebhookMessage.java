package io.duetime.webhook;

import io.duetime.JobInfo;
import io.duetime.handover.MessageHeaders;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.RequestOptions;
import java.time.InstantSource;
import java.util.Map;

/**
 * A message ready to be sent; it is signed when it is sent.
 *
 * @param settings the endpoint
 * @param id the job's id in visible ASCII
 * @param uri path and query
 * @param headers all headers but those of the signature
 * @param body the payload
 */
record WebhookMessage(
    WebhookSettings settings, String id, String uri, Map<String, String> headers, Buffer body) {
  private static final String DEFAULT_TYPE = "application/octet-stream";

  static WebhookMessage of(WebhookSettings settings, JobInfo<byte[]> job) {
    Map<String, String> headers = MessageHeaders.of(job);
    headers
        .keySet()
        .removeIf(name -> !MessageHeaders.ADDED.contains(name) && !HeaderNames.isFreeForJobs(name));
    return new WebhookMessage(
        settings,
        visible(job.id(), '!', "%"),
        settings.url().of(job),
        headers(headers, job),
        Buffer.buffer(job.payloadBytes()));
  }

  private static Map<String, String> headers(Map<String, String> headers, JobInfo<byte[]> job) {
    headers.replaceAll((name, value) -> visible(value, ' ', ""));
    headers.put(HttpHeaders.CONTENT_TYPE.toString(), job.contentType().orElse(DEFAULT_TYPE));
    return headers;
  }

  /** Percent-encodes what a header's value cannot contain. */
  private static String visible(String text, char first, String more) {
    return WebhookUrl.encoded(text, c -> c >= first && c <= '~' && more.indexOf(c) < 0);
  }

  /** Without its headers, which may be secrets. */
  @Override
  public String toString() {
    return "message " + id + " to " + shownUrl();
  }

  /** The URL as it appears in reasons. */
  String shownUrl() {
    return settings.url().shown(uri);
  }

  void addHeaders(RequestOptions request, InstantSource clock) {
    headers.forEach(request::putHeader);
    settings.headers().forEach(request::putHeader);
    long seconds = clock.instant().getEpochSecond();
    request.putHeader(HttpHeaders.USER_AGENT, "Duetime");
    request.putHeader("webhook-id", id);
    request.putHeader("webhook-timestamp", Long.toString(seconds));
    settings
        .signer()
        .ifPresent(signer ->
            request.putHeader("webhook-signature", signer.sign(id, seconds, body.getBytes())));
  }
}
