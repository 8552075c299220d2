package io.duetime.embedded.seed;

import io.duetime.server.seed.UsesAnEngine;

public interface ReachesForTheServer {
  UsesAnEngine server();
}
