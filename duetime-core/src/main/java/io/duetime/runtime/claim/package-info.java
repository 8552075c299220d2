/**
 * Claims jobs for callers and workers: one claimer per queue for all waiting claims, and the leases
 * that callers settle. Workers are in {@code work}.
 */
@NullMarked
package io.duetime.runtime.claim;

import org.jspecify.annotations.NullMarked;
