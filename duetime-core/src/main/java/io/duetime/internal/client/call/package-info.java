/**
 * Calls an engine for all duties: the context of an open store, its clock and threads, and the
 * writing calls of a queue. Which jobs are claimed or changed is decided in other packages.
 */
@NullMarked
package io.duetime.internal.client.call;

import org.jspecify.annotations.NullMarked;
