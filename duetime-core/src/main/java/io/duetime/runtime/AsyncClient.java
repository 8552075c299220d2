package io.duetime.runtime;

import io.duetime.Codec;
import io.duetime.runtime.call.QueueContext;
import io.duetime.runtime.claim.LeaseClaimer;
import io.duetime.runtime.claim.LeaseSettler;
import io.duetime.runtime.claim.QueueClaimers;
import io.duetime.runtime.produce.ProducerClient;
import io.duetime.runtime.produce.Specs;
import io.duetime.runtime.read.JobReader;

/**
 * The calls of one queue.
 *
 * @param queue the queue
 * @param codec encodes and decodes payloads
 * @param specs makes requests of the engine
 * @param claimers claim for callers that wait
 * @param consumer the name of claims
 */
record AsyncClient<T>(
    QueueContext queue, Codec<T> codec, Specs specs, QueueClaimers claimers, String consumer)
    implements ProducerClient<T>, LeaseClaimer<T>, LeaseSettler<T>, JobReader<T> {
  /** The same calls for callers that do not block. */
  AsyncClient<T> forCallers() {
    return new AsyncClient<>(queue.forCallers(), codec, specs, claimers, consumer);
  }
}
