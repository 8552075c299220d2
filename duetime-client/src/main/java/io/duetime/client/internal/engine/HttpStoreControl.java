package io.duetime.client.internal.engine;

import io.duetime.client.internal.http.HttpCaller;
import io.duetime.engine.Capabilities;
import io.duetime.engine.Finding;
import io.duetime.engine.Maintenance;
import io.duetime.engine.Operation;
import io.duetime.engine.StoreControl;
import io.duetime.wire.Members;
import io.duetime.wire.StoreJson;
import io.duetime.wire.Values;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Controls the store by calls to a server. */
interface HttpStoreControl extends StoreControl {
  String STORE = "/v1/store";

  /** Where the calls go. */
  HttpCaller server();

  /** Asks the server what its store offers. */
  static CompletionStage<Capabilities> capabilities(HttpCaller server) {
    return server.get(Operation.SELF_CHECK, STORE, answer -> StoreJson.capabilities(answer.body()));
  }

  @Override
  default CompletionStage<Long> nowMillis() {
    return server()
        .get(
            Operation.NOW,
            STORE + "/clock",
            answer -> answer.body().need("now", Values.MOMENT.reader()));
  }

  @Override
  default CompletionStage<Maintenance> maintain() {
    return server()
        .send(
            Operation.MAINTAIN,
            "POST",
            STORE + "/maintain",
            null,
            answer -> Members.read(answer.body(), StoreJson::maintenance));
  }

  @Override
  default CompletionStage<List<Finding>> selfCheck() {
    return server().get(Operation.SELF_CHECK, STORE, answer -> StoreJson.findings(answer.body()));
  }
}
