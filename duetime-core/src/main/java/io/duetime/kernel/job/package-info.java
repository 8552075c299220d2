/**
 * What a store keeps of one job, as values, and the order of jobs in lists. Nothing in here decides
 * or stores.
 */
@NullMarked
package io.duetime.kernel.job;

import org.jspecify.annotations.NullMarked;
