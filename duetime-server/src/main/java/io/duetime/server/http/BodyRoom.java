package io.duetime.server.http;

import io.duetime.server.http.call.Refusal;
import io.duetime.server.json.Problem;
import java.util.concurrent.atomic.AtomicLong;

/** Bounds the bytes that all bodies take together. Thread safe. */
final class BodyRoom {
  private final long most;
  private final AtomicLong taken = new AtomicLong();

  BodyRoom(long most) {
    this.most = most;
  }

  /** Takes room; refuses with 503 if too little is left. */
  void take(int bytes) {
    if (taken.addAndGet(bytes) > most) {
      taken.addAndGet(-bytes);
      throw new Refusal(
          Problem.of(
              503,
              "TOO_MANY_BYTES",
              "The bodies of the calls under way exceed " + most + " bytes; retry later"));
    }
  }

  void give(long bytes) {
    taken.addAndGet(-bytes);
  }
}
