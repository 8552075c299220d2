/** Certificates and keys from PEM files, for every port of the server. */
@NullMarked
package io.duetime.server.tls;

import org.jspecify.annotations.NullMarked;
