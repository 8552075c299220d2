/** Documents and the audit log of servers on disk. */
@NullMarked
package io.duetime.embedded.internal.server;

import org.jspecify.annotations.NullMarked;
