/**
 * Calls an engine for all components: the context of an open store, its clock and threads, and the
 * writing calls of a queue. Other packages decide which jobs are claimed or changed.
 */
@NullMarked
package io.duetime.runtime.call;

import org.jspecify.annotations.NullMarked;
