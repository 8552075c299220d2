package io.duetime.spring.boot;

import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/** Answers 404 over HTTP where a queue is not known, also to what changes it. */
@EndpointWebExtension(endpoint = DuetimeEndpoint.class)
public class DuetimeWebEndpoint {
  private final DuetimeEndpoint endpoint;

  /** Extends an endpoint. */
  public DuetimeWebEndpoint(DuetimeEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  /** Pauses or resumes a queue, in every process. */
  @WriteOperation
  public WebEndpointResponse<DuetimeEndpoint.Queue> pause(@Selector String queue, boolean paused) {
    DuetimeEndpoint.Queue now = endpoint.pause(queue, paused);
    return now == null
        ? new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND)
        : new WebEndpointResponse<>(now);
  }
}
