/**
 * Claims jobs for callers and workers: one loop per queue in which all claims wait, and the leases
 * that callers settle. What workers do with claimed jobs is in {@code work}.
 */
@NullMarked
package io.duetime.internal.client.claim;

import org.jspecify.annotations.NullMarked;
