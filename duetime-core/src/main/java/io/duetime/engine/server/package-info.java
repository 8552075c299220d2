/** What a server keeps in a store for itself: small documents and the audit log. */
@NullMarked
package io.duetime.engine.server;

import org.jspecify.annotations.NullMarked;
