/**
 * The order of jobs in lists, and which jobs a selection reaches. What a job is made of is in
 * {@code kernel.job}.
 */
@NullMarked
package io.duetime.internal.kernel.list;

import org.jspecify.annotations.NullMarked;
